import { expect, test } from 'vitest';
import {
  type Body,
  goodPassword,
  newEmail,
  otherPassword,
  signUp,
} from '../../support/auth-client.ts';
import { manifestOf, packages } from '../../support/clients/versions.ts';
import { installInFolder } from '../../support/npm-folder.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { addRow } from '../rows.ts';
import { openWindow } from '../support/window.ts';

const server = await sharedServer();
openWindow(server.url);
const folder = installInFolder(manifestOf(packages.raSupabase));
const { createClient } = await folder.load('@supabase/supabase-js');
const { supabaseAuthProvider, supabaseDataProvider } = await folder.load('ra-supabase-core');

/** The providers of one application, over a client that keeps its session in memory. */
function openAdmin(storageKey: string) {
  const apiKey = server.config.publishableKey;
  const auth = { persistSession: false, autoRefreshToken: false, storageKey };
  const supabaseClient = createClient(server.url, apiKey, { auth });
  const getIdentity = async ({ id, email }: Body) => ({ id, fullName: email });
  const primaryKeys = new Map([['user_roles', ['user_id']]]);
  return {
    client: supabaseClient,
    auth: supabaseAuthProvider(supabaseClient, { getIdentity }),
    data: supabaseDataProvider({ instanceUrl: server.url, apiKey, supabaseClient, primaryKeys }),
  };
}

/** The reason why a call of React-admin is rejected. */
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (reason: Body) => reason,
  );

test('signs in and out, and notices a session that is gone', async () => {
  const email = newEmail();
  await signUp(server, email);
  const { auth, client } = openAdmin('one');
  const out = () => reasonOf(auth.checkAuth({}));
  expect(await out()).toBeUndefined();
  const wrong = auth.login({ email, password: otherPassword });
  expect(await reasonOf(wrong)).toMatchObject({ status: 400, code: 'invalid_credentials' });
  await auth.login({ email, password: goodPassword });
  await auth.checkAuth({});
  expect(await auth.getIdentity()).toMatchObject({ fullName: email });
  await auth.logout({});
  expect(await out()).toBeUndefined();
  await auth.login({ email, password: goodPassword });
  const elsewhere = openAdmin('two').auth;
  await elsewhere.login({ email, password: goodPassword });
  await elsewhere.logout({});
  const { error } = await client.from('user_roles').select();
  expect(error).not.toBeNull();
  expect(await reasonOf(auth.getIdentity())).toBeInstanceOf(Error);
  expect(await out()).toBeUndefined();
});

test('lists the roles of its user, and says of all else that it is not there', async () => {
  const email = newEmail();
  const id = (await signUp(server, email)).body.user.id;
  await server.ports.roles.grant(id, 'admin', Date.now());
  const { auth, data } = openAdmin('three');
  await auth.login({ email, password: goodPassword });
  const page = { pagination: { page: 1, perPage: 10 }, sort: { field: 'role', order: 'ASC' } };
  const own = { data: [{ id, user_id: id, role: 'admin' }], total: 1 };
  const list = (filter: object) => data.getList('user_roles', { ...page, filter });
  expect(await list({ role: 'admin' })).toMatchObject(own);
  expect(await list({ user_id: crypto.randomUUID() })).toMatchObject({ data: [], total: 0 });
  const target = { target: 'user_id', id, filter: {} };
  expect(await data.getManyReference('user_roles', { ...page, ...target })).toMatchObject(own);
  expect(await data.getOne('user_roles', { id })).toMatchObject({ data: own.data[0] });
  const statuses = await Promise.all(
    [
      data.getMany('user_roles', { ids: [id, crypto.randomUUID()] }),
      data.create('user_roles', { data: { user_id: id, role: 'admin' } }),
      data.getSchema(),
    ].map(async (call) => (await reasonOf(call)).status),
  );
  expect(statuses).toEqual([400, 403, 404]);
  const { name, version } = packages.raSupabase;
  addRow({ name, version, outcome: 'sign-in, identity, lists and one row, sign-out' });
});

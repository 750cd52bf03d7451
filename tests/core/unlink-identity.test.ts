import type { User } from '@coachsite/core/account';
import { reauthenticate, unlinkIdentity } from '@coachsite/core/profile';
import { emailOf, phoneOf } from '@coachsite/core/testing';
import { expect, test } from 'vitest';
import { context, memberSite, settings } from './support/member-site.ts';

const email = 'ann@example.com';
const other = 'bo@example.com';

const at = (provider: string, data: User['metadata'] = {}) => ({
  id: provider,
  provider,
  subject: '1',
  data,
  createdAt: 0,
  updatedAt: 0,
  lastSignInAt: undefined,
});
const proved = (address: string) => ({ email: address, email_verified: true });

/** A member with an e-mail identity and these, with a nonce that was sent and a change of address under way. */
async function linked(...more: User['identities']) {
  const site = memberSite();
  const { user, session } = await site.member(email);
  site.clock.advance(settings.emailIntervalMs);
  await reauthenticate(site.ports, settings, { user, language: 'nl', context });
  const stored = await site.ports.users.change(user.id, (current) => ({
    ...current,
    newEmail: emailOf('new@example.com'),
    phone: phoneOf('32470111222'),
    phoneConfirmedAt: 1,
    identities: [...current.identities.map((each) => ({ ...each, id: 'own' })), ...more],
  }));
  const held = stored._unsafeUnwrap();
  if (!held) throw new Error('no account');
  const unlink = async (identityId: string, of: User = held) => {
    const request = { user: of, session, identityId, language: 'nl', context } as const;
    const done = await unlinkIdentity(site.ports, request);
    return done.isErr() ? done.error.kind : 'unlinked';
  };
  const current = () => site.ports.users.byId(user.id);
  const tokens = () => site.ports.tokens.sweep(Number.MAX_SAFE_INTEGER);
  return { site, held, unlink, current, tokens };
}

test('an address that another identity has too stays, with the change of it and the tokens', async () => {
  for (const others of [
    [at('partner', proved(email)), at('second', proved(other))],
    [at('partner', proved(other)), at('second', proved(email))],
  ]) {
    const { held, unlink, current, tokens } = await linked(...others);
    expect(await unlink('own')).toBe('unlinked');
    expect(await current()).toMatchObject({
      email,
      emailConfirmedAt: held.emailConfirmedAt,
      newEmail: 'new@example.com',
      identities: [{ id: 'partner' }, { id: 'second' }],
    });
    expect(await tokens()).toBe(1);
  }
});

test('an address that came from the identity alone gives way to the oldest one that is proved', async () => {
  const { site, unlink, current, tokens } = await linked(
    at('partner', { email: 'unproved@example.com' }),
    at('second', proved('Proved@example.com')),
    at('third', proved(other)),
  );
  expect(await unlink('own')).toBe('unlinked');
  expect(await current()).toMatchObject({
    email: 'proved@example.com',
    emailConfirmedAt: site.clock.now(),
    newEmail: undefined,
    phone: '32470111222',
  });
  expect(await tokens()).toBe(0);
  expect(site.mailTo(email)).toMatchObject({ kind: 'identity_unlinked', provider: 'email' });
});

test('of identities that go at once the last with the address takes it along, and the tokens', async () => {
  const { site, unlink, current, tokens } = await linked(
    at('partner', proved(email)),
    at('second', proved(other)),
  );
  expect(await Promise.all([unlink('own'), unlink('partner')])).toEqual(['unlinked', 'unlinked']);
  expect(await current()).toMatchObject({ email: other, identities: [{ id: 'second' }] });
  expect(await tokens()).toBe(0);
  expect(site.mailTo(email)).toMatchObject({ kind: 'identity_unlinked' });
});

test('without a proved address of another identity the account has none', async () => {
  const { unlink, current, tokens } = await linked(at('partner', { email: other }));
  expect(await unlink('own')).toBe('unlinked');
  expect(await current()).toMatchObject({ email: undefined, emailConfirmedAt: undefined });
  expect(await tokens()).toBe(0);
});

test('a number goes with its identity, and what is not of the account changes neither', async () => {
  const { site, held, unlink, current, tokens } = await linked(at('partner'), at('phone'));
  expect(await unlink('partner')).toBe('unlinked');
  expect(await current()).toMatchObject({ email, phone: '32470111222', phoneConfirmedAt: 1 });
  expect(await unlink('phone')).toBe('unlinked');
  expect(await current()).toMatchObject({
    email,
    phone: undefined,
    phoneConfirmedAt: undefined,
    identities: [{ id: 'own' }],
  });
  expect(await tokens()).toBe(0);
  expect(await site.logged('identity_change')).toEqual(
    ['partner', 'phone'].map((provider) => ({
      userId: held.id,
      provider,
      change: 'unlinked',
    })),
  );
});

test('an identity that changes neither address nor number leaves the tokens', async () => {
  const { unlink, tokens } = await linked(at('partner', proved(other)));
  // The second time it is gone already.
  for (let times = 0; times < 2; times += 1) expect(await unlink('partner')).toBe('unlinked');
  expect(await tokens()).toBe(1);
});

test('an address that no identity has stays, whichever is unlinked', async () => {
  const { site, held, unlink, current } = await linked(at('partner', proved(other)));
  const moved = { ...held, email: emailOf('moved@example.com') };
  await site.ports.users.change(held.id, () => moved);
  expect(await unlink('own', moved)).toBe('unlinked');
  expect(await current()).toMatchObject({ email: moved.email, newEmail: moved.newEmail });
});

test('an address of another account does not become that of this one', async () => {
  const { site, held, unlink, current } = await linked(at('partner', proved(other)));
  await site.member(other);
  expect(await unlink('own')).toBe('email_conflict_identity_not_deletable');
  expect(await current()).toEqual(held);
});

test('an identity that is the last one meanwhile, or gone, is left as it is', async () => {
  const { site, held, unlink, current } = await linked(at('partner'));
  await unlink('own');
  const after = await current();
  expect(await unlink('partner', held)).toBe('single_identity_not_deletable');
  expect(await unlink('own', held)).toBe('unlinked');
  expect(await current()).toEqual(after);
  await site.ports.users.remove(held.id);
  expect(await unlink('partner', held)).toBe('unlinked');
});

test('without the second factor of the account nothing is unlinked, and the last identity has an error of its own', async () => {
  const { site, held, unlink, current } = await linked(at('partner'));
  await site.protect(held.id);
  expect(await unlink('partner')).toBe('insufficient_aal');
  expect(await current()).toEqual(held);
  const only = { ...held, identities: held.identities.slice(0, 1) };
  expect(await unlink('own', only)).toBe('single_identity_not_deletable');
});

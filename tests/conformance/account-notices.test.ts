import { describe, expect, test } from 'vitest';
import { call, fromSite, goodPassword, newEmail, signIn } from '../support/auth-client.ts';
import { startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared-server.ts';
import { connect, member, need } from './support/client.ts';

const server = await sharedServer({
  env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0', TRUST_PROXY: '127.0.0.1' },
});

const subjects = async (email: string) =>
  (await server.outbox(email)).map(({ subject }) => subject);
const lockMail = 'Te veel verkeerde pogingen voor je account';
const deviceMail = 'Een nieuw toestel logde in op je account';
const offMail = 'Je krijgt geen mail meer over nieuwe toestellen';
const guess = async (email: string) => {
  for (let i = 0; i < 5; i += 1) await signIn(server, email, 'Not-The-Password-1');
};

describe('LK-15 a lock is told', () => {
  test('to the owner of the account, once a day, with the way out', async () => {
    const { email } = await member(server);
    await guess(email);
    await expect.poll(() => subjects(email)).toEqual([lockMail]);
    const [mail] = await server.outbox(email);
    expect(mail?.text).toContain('15 minuten');
    expect([mail?.link, mail?.code]).toEqual([undefined, undefined]);
    await server.ports.lockouts.clear(email);
    await guess(email);
    expect((await signIn(server, email)).status).toBe(429);
    // The mail of another account, which was asked for later, is there: so would be a second one of this lock.
    const later = await member(server);
    await guess(later.email);
    await expect.poll(() => subjects(later.email)).toEqual([lockMail]);
    expect(await subjects(email)).toEqual([lockMail]);
  });

  test('to nobody for an address without an account', async () => {
    const email = newEmail();
    await guess(email);
    expect((await signIn(server, email)).status).toBe(429);
    const later = await member(server);
    await guess(later.email);
    await expect.poll(() => subjects(later.email)).toEqual([lockMail]);
    expect(await subjects(email)).toEqual([]);
  });
});

/** Signs in on the site's own page, with the cookies that this browser has by then. */
function browser() {
  const jar = new Map<string, string>();
  return {
    jar,
    enter: async (email: string) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const signedIn = await call(server, 'POST', '/auth/v1/token?grant_type=password', {
        body: { email, password: goodPassword },
        headers: { ...fromSite, ...(cookie && { cookie }) },
      });
      for (const line of signedIn.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name === 'cs-device') jar.set(name, value);
      }
      return signedIn;
    },
  };
}
const admin = async () => {
  const one = await member(server);
  await server.ports.roles.grant(one.session.user.id, 'admin', Date.now());
  return one;
};
const devicesOf = async (userId: string) => server.ports.devices.ofUser(userId);

describe('LK-16 a new device is told', () => {
  test('to an admin, once for each browser, which a locked cookie tells apart', async () => {
    const { email, session } = await admin();
    const [desk, phone] = [browser(), browser()];
    const first = await desk.enter(email);
    const line = need(first.headers.getSetCookie().find((one) => one.startsWith('cs-device=')));
    expect(line).toMatch(
      /^cs-device=[0-9a-f]{32}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await subjects(email)).toEqual([deviceMail]);
    const { cs } = { cs: desk.jar.get('cs-device') };
    await desk.enter(email);
    expect(desk.jar.get('cs-device')).toBe(cs);
    expect(await subjects(email)).toEqual([deviceMail]);
    await phone.enter(email);
    expect(await subjects(email)).toEqual([deviceMail, deviceMail]);
    expect(await devicesOf(session.user.id)).toHaveLength(2);
    // What the browser holds is not what is kept.
    const { text } = await call(server, 'GET', '/api/account/export', {
      bearer: session.access_token,
    });
    expect(JSON.parse(text).knownDevices).toHaveLength(2);
    expect(text).not.toContain(need(cs));
  });

  test('to an admin of a program without cookies, which its name and network tell apart', async () => {
    const { email } = await admin();
    const enter = async () => {
      const { auth } = await connect(server);
      expect((await auth.signInWithPassword({ email, password: goodPassword })).error).toBeNull();
    };
    await enter();
    await enter();
    expect(await subjects(email)).toEqual([deviceMail]);
    const named = await call(server, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email, password: goodPassword },
      headers: { 'user-agent': 'another program' },
    });
    expect(named.headers.getSetCookie()).toEqual([]);
    expect(await subjects(email)).toEqual([deviceMail, deviceMail]);
  });

  test('to a member who asked for it, of another device than that one; of others nothing is kept', async () => {
    const { email, session } = await member(server);
    const [desk, phone] = [browser(), browser()];
    const before = await desk.enter(email);
    expect(desk.jar.size).toBe(0);
    expect(await devicesOf(session.user.id)).toEqual([]);
    const access = before.headers.getSetCookie().map((line) => line.split(';')[0]);
    const asked = await call(server, 'PUT', '/auth/v1/user', {
      body: { data: { new_device_mail: 'on' } },
      headers: { ...fromSite, cookie: access.join('; ') },
    });
    const [, secret = ''] = /cs-device=([^;]*)/.exec(asked.headers.getSetCookie().join()) ?? [];
    desk.jar.set('cs-device', secret);
    await desk.enter(email);
    expect(await subjects(email)).toEqual([]);
    await phone.enter(email);
    expect(await subjects(email)).toEqual([deviceMail]);
    const off = await call(server, 'PUT', '/auth/v1/user', {
      body: { data: { new_device_mail: 'off' } },
      headers: { ...fromSite, cookie: access.join('; ') },
    });
    expect(off.headers.getSetCookie().join()).toMatch(/cs-device=; Max-Age=0;/);
    expect(await devicesOf(session.user.id)).toEqual([]);
    await browser().enter(email);
    expect(await subjects(email)).toEqual([deviceMail, offMail]);
  });

  test('each for itself, also where notices of one topic are joined', async () => {
    const joining = await startTestServer({ env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '60' } });
    const { email, session } = await member(joining);
    await joining.ports.roles.grant(session.user.id, 'admin', Date.now());
    for (const name of ['one', 'two', 'three'])
      await signIn(joining, email, goodPassword, { 'user-agent': name });
    const told = (await joining.outbox(email)).filter(({ subject }) => subject === deviceMail);
    expect(told).toHaveLength(3);
    await joining.stop();
  });

  test('of a program by its name and the network that its limits go by', async () => {
    const { email } = await admin();
    const enter = (ip: string) => signIn(server, email, goodPassword, { 'x-forwarded-for': ip });
    await enter('2001:db8:1:2::1');
    await enter('2001:db8:1:2:ffff::9');
    expect(await subjects(email)).toEqual([deviceMail]);
    await enter('2001:db8:1:3::1');
    expect(await subjects(email)).toEqual([deviceMail, deviceMail]);
  });

  test('of a refresh and of a second factor nothing is told', async () => {
    const { email, auth } = await admin();
    await auth.signInWithPassword({ email, password: goodPassword });
    const count = (await subjects(email)).length;
    await auth.refreshSession();
    expect(await subjects(email)).toHaveLength(count);
  });
});

describe('docs/wire.md#4.13 what a browser keeps', () => {
  test('its own sign-out clears pages kept to go back to, and neither cookies nor storage', async () => {
    const { email } = await member(server);
    const signedIn = await browser().enter(email);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const leave = (scope: string) =>
      call(server, 'POST', `/auth/v1/logout?scope=${scope}`, { headers: { ...fromSite, cookie } });
    expect((await leave('others')).headers.get('clear-site-data')).toBeNull();
    expect((await leave('local')).headers.get('clear-site-data')).toBe('"cache"');
  });

  test('a program has nothing cleared', async () => {
    const { session } = await member(server);
    const left = await call(server, 'POST', '/auth/v1/logout', { bearer: session.access_token });
    expect([left.status, left.headers.get('clear-site-data')]).toEqual([204, null]);
  });
});

test('docs/contract.md#3 password managers find the page where a password is changed', async () => {
  const manual = { redirect: 'manual' } as const;
  const found = await fetch(`${server.url}/.well-known/change-password`, manual);
  expect([found.status, found.headers.get('location')]).toEqual([
    302,
    `${server.config.publicUrl}/account#password`,
  ]);
  // They ask this first: a site that has every path says nothing by having that one.
  const probe = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await fetch(`${server.url}${probe}`, manual)).status).toBe(404);
});

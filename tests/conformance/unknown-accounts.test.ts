import { emailOf } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { call, newEmail, signIn, signUp } from '../support/auth-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { lastCode, need } from './support/client.ts';

describe('LK-9 known and unknown addresses get the same response', () => {
  const shape = ({ status, text, headers }: Awaited<ReturnType<typeof call>>) => ({
    status,
    text: text.replace(/\d+ seconds/, 'N seconds'),
    headers: [...headers]
      .filter(([name]) => !['date', 'x-request-id', 'retry-after'].includes(name))
      .map(([name, value]) => `${name}: ${value}`)
      .toSorted(),
  });

  test.each([
    ['/token?grant_type=password', { password: 'wrong' }],
    ['/otp', { create_user: false }],
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
    ['/verify', { type: 'email', token: '000000' }],
    ['/verify', { type: 'recovery', token: '000000' }],
  ])('%s %j, again and again', async (path, body) => {
    const own = await startTestServer();
    const email = newEmail();
    await signUp(own, email);
    const stranger = newEmail();
    for (let i = 0; i < 8; i += 1) {
      const ask = (address: string) =>
        call(own, 'POST', `/auth/v1${path}`, { body: { ...body, email: address } });
      expect([i, shape(await ask(email))]).toEqual([i, shape(await ask(stranger))]);
    }
    await own.stop();
  });

  /** Names the steps of a request that read or write. */
  const stepsOf = (on: TestServer) => {
    const done: string[] = [];
    const noted = (name: string, port: object, method: string) => {
      const work = Reflect.get(port, method) as (...given: unknown[]) => unknown;
      Reflect.set(port, method, (...given: unknown[]) => {
        done.push(name);
        return work.apply(port, given);
      });
    };
    for (const { ports } of on.everyServer) {
      noted('count', ports.attempts, 'attempt');
      noted('look up', ports.users, 'byEmail');
      // Where there is no account to change, a counter is: one commit as well.
      noted('count', ports.users, 'change');
      noted('issue', ports.tokens, 'issue');
      noted('compose', ports.messenger, 'send');
      noted('compose', ports.messenger, 'sendToNobody');
      noted('record', ports.securityLog, 'record');
    }
    return async (ask: () => Promise<unknown>) => {
      done.length = 0;
      await ask();
      return [...done];
    };
  };

  test.each([
    ['/otp', { create_user: false }],
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
  ])('%s takes the same steps for a known and an unknown address', async (path, body) => {
    const own = await startTestServer({ env: { AUTH_AUTOCONFIRM: 'off' } });
    const steps = stepsOf(own);
    const email = newEmail();
    await signUp(own, email);
    const ask = (address: string) =>
      steps(() => call(own, 'POST', `/auth/v1${path}`, { body: { ...body, email: address } }));
    // The mail of the sign-up counts for the interval of its confirmation.
    if (path === '/resend') await own.ports.attempts.clear(`message:signup:${email}`);
    const known = await ask(email);
    expect(known).toContain('compose');
    expect(known).toContain('issue');
    expect(await ask(newEmail())).toEqual(known);
    await own.stop();
  });

  /** Names the work on password hashes, which is the time a sign-in takes. */
  const hashesOf = (on: TestServer) => {
    const done: string[] = [];
    const noted = <T extends readonly unknown[], R>(name: string, work: (...given: T) => R) => {
      return (...given: T) => {
        done.push(name);
        return work(...given);
      };
    };
    for (const { ports } of on.everyServer) {
      const { hash, verify } = ports.passwords;
      Object.assign(ports.passwords, {
        hash: noted('hash', hash),
        verify: noted('verify', verify),
      });
    }
    return async (ask: () => Promise<unknown>) => {
      done.length = 0;
      await ask();
      return [...done];
    };
  };

  test('an account without a password, a wrong password and nobody: the same until the lock, and as much work', async () => {
    const own = await startTestServer();
    const hashes = hashesOf(own);
    const [withPassword, without, nobody] = [newEmail(), newEmail(), newEmail()];
    await signUp(own, withPassword);
    await call(own, 'POST', '/auth/v1/otp', { body: { email: without } });
    expect((await own.ports.users.byEmail(emailOf(without)))?.passwordHash).toBeUndefined();
    for (let i = 0; i < 7; i += 1) {
      const results = await Promise.all(
        [withPassword, without, nobody].map(async (email) => shape(await signIn(own, email, 'x'))),
      );
      expect([i, results[1], results[2]]).toEqual([i, results[0], results[0]]);
      const work = [];
      for (const email of [withPassword, without, nobody])
        work.push(await hashes(() => signIn(own, email, 'x')));
      expect([i, ...work]).toEqual([i, work[0], work[0], work[0]]);
    }
    const others = [newEmail(), newEmail()] as const;
    await signUp(own, others[0]);
    for (const email of others)
      expect(await hashes(() => signIn(own, email, 'x'))).toEqual(['verify']);
    await own.stop();
  });

  test('sign-up with confirmation on: new, waiting and taken, the same but for the identities the wire leaves out, and as much work', async () => {
    const own = await startTestServer({ env: { AUTH_AUTOCONFIRM: 'false' } });
    const hashes = hashesOf(own);
    const [fresh, waiting, taken] = [newEmail(), newEmail(), newEmail()];
    for (const email of [waiting, taken]) await signUp(own, email);
    const code = await lastCode(own, taken);
    await call(own, 'POST', '/auth/v1/verify', {
      body: { type: 'signup', email: taken, token: code },
    });
    const ask = async (email: string) => {
      let response: Awaited<ReturnType<typeof call>> | undefined;
      const work = await hashes(async () => {
        response = await signUp(own, email, { data: { lang: 'nl' } });
      });
      const { text, headers: lines, status } = shape(need(response));
      const headers = lines.filter((line) => !line.startsWith('content-length'));
      const body = JSON.parse(text.replaceAll(email, 'a@b.c').replace(/"identities":\[.*?\],/, ''));
      const { id, created_at, updated_at, confirmation_sent_at, ...rest } = body;
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      for (const at of [created_at, updated_at, confirmation_sent_at])
        expect(Date.parse(at)).not.toBeNaN();
      return { status, headers, rest, names: Object.keys(body), work };
    };
    const first = await ask(fresh);
    // One to keep the password, one to compare it with that of an earlier sign-up, whether there was one or not.
    expect(first.work).toEqual(['hash', 'verify']);
    expect(await ask(waiting)).toEqual(first);
    expect(await ask(taken)).toEqual(first);
    await own.stop();
  });
});

test('LK-10 a taken address with confirmation on looks like a new one', async () => {
  const own = await startTestServer({ env: { AUTH_AUTOCONFIRM: 'false' } });
  const email = newEmail();
  await signUp(own, email);
  const code = await lastCode(own, email);
  await call(own, 'POST', '/auth/v1/verify', { body: { type: 'signup', email, token: code } });
  const [taken, fresh] = [await signUp(own, email), await signUp(own, newEmail())];
  expect(taken.status).toBe(fresh.status);
  expect(Object.keys(taken.body)).toEqual(Object.keys(fresh.body));
  expect([...taken.headers.keys()]).toEqual([...fresh.headers.keys()]);
  await own.stop();
});

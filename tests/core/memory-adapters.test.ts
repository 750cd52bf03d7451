import { toHex } from '@coachsite/core/kernel';
import {
  memoryCaptchaVerifier,
  memoryClock,
  memoryDigest,
  memoryMailer,
  memoryPasswordHasher,
  memoryPhoneMessenger,
  memoryRandom,
  memorySessionStore,
  memorySmsSender,
  sessionStoreContract,
} from '@coachsite/core/testing';
import type { SitePorts } from '@coachsite/core/testing/site';
import { describe, expect, test } from 'vitest';
import { overMemory, sessionStores } from './support/over-memory.ts';

const runner = { test, expect };
const ports = Object.keys(overMemory) as (keyof SitePorts)[];

describe.each(ports)('%s in memory', (port) => overMemory[port](runner, (adapter) => adapter));

describe('SessionStore in memory, with few sessions of a user', () => {
  const few = { maxPerUser: 5 };
  sessionStoreContract(
    runner,
    async () => {
      const { users } = await sessionStores();
      return { users, sessions: memorySessionStore(users, few.maxPerUser) };
    },
    few,
  );
});

describe('what only the memory adapters have', () => {
  const sms = { id: 'a', to: '32470123456', text: 'text', expiresAt: 1 };
  const code = { ...sms, kind: 'sign_in', language: 'nl', code: '123456' } as const;

  test('a service that nobody disconnects is up', async () => {
    const mail = { id: 'a', to: 'ann@example.com', subject: '', text: '', html: '' };
    expect((await memoryMailer().send(mail)).isOk()).toBe(true);
    expect((await memorySmsSender().send(sms)).isOk()).toBe(true);
    expect((await memoryPhoneMessenger().sendNow(code)).isOk()).toBe(true);
    const captcha = memoryCaptchaVerifier();
    expect(await captcha.isHuman(captcha.solve(), '')).toBe(true);
  });

  test('a hasher whose queue is full looks at no password', async () => {
    const hasher = memoryPasswordHasher(() => true);
    const overloaded = { kind: 'overloaded', retryAfterSeconds: 2 };
    expect((await hasher.hash('a'))._unsafeUnwrapErr()).toEqual(overloaded);
    expect((await hasher.verify('a', undefined))._unsafeUnwrapErr()).toEqual(overloaded);
  });

  test('a hash that is marked as old, or is one of another form of the password, needs another', async () => {
    const hasher = memoryPasswordHasher();
    const check = async (password: string, hash: string) =>
      (await hasher.verify(password, hash))._unsafeUnwrap();
    const old = (await hasher.hash('a'))._unsafeUnwrap().replace('test$', 'old$');
    expect(await check('a', old)).toEqual({ matches: true, needsRehash: true });
    const decomposed = 'Cafe\u0301';
    const asSent = `test$1$${toHex(memoryDigest.sha256(`1$${decomposed}`))}`;
    expect(await check(decomposed, asSent)).toEqual({ matches: true, needsRehash: true });
  });

  test('half a character is hashed as the sign that stands for an unknown one', () => {
    const hashOf = (text: string) => toHex(memoryDigest.sha256(text));
    expect(hashOf('a\udc00b\ud83d')).toBe(hashOf('a\ufffdb\ufffd'));
    expect(hashOf('\u{1f600}')).not.toBe(hashOf('\ufffd\ufffd'));
  });

  test('a clock is set and goes on from there', () => {
    const clock = memoryClock(1);
    clock.set(5);
    clock.advance(2);
    expect(clock.now()).toBe(7);
  });

  test('bytes repeat with their seed, and with no other', () => {
    const [none, one, two, again] = [0, 1, 2, 2].map((seed) => memoryRandom(seed).bytes(8).join());
    expect([none, again]).toEqual([one, two]);
    expect(one).not.toBe(two);
  });
});

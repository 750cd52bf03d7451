import { afterAll, beforeEach, expect } from 'vitest';
import { type ApiResponse, call, goodPassword } from '../../support/auth-client.ts';
import { startSmsWebhook } from '../../support/fake-services/sms-webhook.ts';
import type { TestServer } from '../../support/server.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { need } from './client.ts';

/** Two servers for the tests of a file, one of which confirms numbers by a code, and the text messages that both send. */
export async function phoneServers() {
  const texts = await startSmsWebhook();
  afterAll(texts.close);
  beforeEach(() => texts.respondWith(200));
  const env = { SMS_URL: `${texts.url}/send`, AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' };
  const often = { ...env, AUTH_SMS_MIN_INTERVAL_SECONDS: '0' };
  const open = await sharedServer({ env: often });
  const confirming = await sharedServer({ env: { ...often, AUTH_AUTOCONFIRM: 'false' } });
  const messagesTo = (phone: string) =>
    texts.received.filter(({ to }) => to.replace(/\D/g, '') === phone);
  /** The code of the newest message, once there are more than `before`. */
  const codeTo = async (phone: string, before = 0): Promise<string> => {
    await expect.poll(() => messagesTo(phone).length, { timeout: 10_000 }).toBeGreaterThan(before);
    return need(messagesTo(phone).at(-1)?.code, 'code');
  };
  return { texts, env, open, confirming, messagesTo, codeTo };
}

export const post = (on: TestServer, path: string, body: object) =>
  call(on, 'POST', `/auth/v1${path}`, { body });

export const signInByPhone = (on: TestServer, phone: string, password = goodPassword) =>
  post(on, '/token?grant_type=password', { phone, password });

/** A response without the fields that differ for every account. */
export function shape({ status, body, headers }: ApiResponse): unknown {
  const times = /^\d{4}-\d\d-\d\dT/;
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return times.test(value) ? 'time' : 'text';
    if (Array.isArray(value)) return 'list';
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, mask(held)]));
  };
  return [status, [...headers.keys()].filter((name) => name !== 'content-length'), mask(body)];
}

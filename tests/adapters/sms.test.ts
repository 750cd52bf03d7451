import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutbox } from '@coachsite/adapters/outbox';
import { webhookSmsSender } from '@coachsite/adapters/sms';
import type { Sms } from '@coachsite/core/sms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmsWebhook, startSmsWebhook } from '../support/fake-services/sms-webhook.ts';

const sms: Sms = {
  id: '5b0a7c1e-0000-4000-8000-000000000001',
  to: '32470123456',
  text: '123456 is je code. Deel hem met niemand.',
  expiresAt: 0,
};

let webhook: SmsWebhook;
beforeAll(async () => {
  webhook = await startSmsWebhook();
});
afterAll(() => webhook.close());

test('the webhook receives the number and the text as JSON', async () => {
  const sender = webhookSmsSender({ url: webhook.url });
  expect((await sender.send(sms)).isOk()).toBe(true);
  expect(webhook.last('32470123456')).toEqual({ to: sms.to, text: sms.text, code: '123456' });
});

test('an error status and a missing response are errors that do not contain the number', async () => {
  webhook.respondWith(503);
  const rejected = await webhookSmsSender({ url: webhook.url }).send(sms);
  expect(rejected._unsafeUnwrapErr()).toEqual({
    kind: 'sms_send_failed',
    problem: 'unavailable',
    reason: 'status 503',
  });
  for (const [status, problem] of [
    [429, 'too_many'],
    [400, 'rejected'],
    // Wrong settings concern every message, so each is tried again.
    [401, 'unavailable'],
    [403, 'unavailable'],
    [500, 'unavailable'],
  ] as const) {
    webhook.respondWith(status);
    const rejected = await webhookSmsSender({ url: webhook.url }).send(sms);
    expect(rejected._unsafeUnwrapErr().problem).toBe(problem);
  }
  webhook.respondWith(200);
  const closed = await startSmsWebhook();
  await closed.close();
  const nobody = await webhookSmsSender({ url: closed.url }).send(sms);
  expect(nobody._unsafeUnwrapErr().kind).toBe('sms_send_failed');
  expect(JSON.stringify(nobody)).not.toContain(sms.to);
});

test('in the outbox a message is a text file: the number in digits, then the text', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'outbox-'));
  const { smsSender, removeAbout, purge } = openOutbox({
    directory,
    from: 'Coach <hello@coach.example>',
    clock: { now: () => Date.UTC(2026, 10, 21, 12) },
  });
  expect((await smsSender.send(sms)).isOk()).toBe(true);
  const [name = ''] = readdirSync(directory);
  expect(name).toBe(`20261121T120000000Z-${sms.id}.txt`);
  expect(readFileSync(join(directory, name), 'utf8')).toBe(`${sms.to}\n${sms.text}\n`);
  expect(await removeAbout('3247012345')).toBe(0);
  expect(await removeAbout('123456')).toBe(0);
  expect(await purge(Date.now() + 60_000)).toBe(1);
  await smsSender.send(sms);
  expect(await removeAbout(sms.to)).toBe(1);
});

import { checkSmsSendInterval } from '@coachsite/core/one-time-token';
import { memoryAttemptStore } from '@coachsite/core/testing';
import { expect, test } from 'vitest';

const minute = 60_000;
const day = 24 * 60 * minute;

function gate(intervalMs = minute) {
  const attempts = memoryAttemptStore();
  return async (phone: string, now: number) => {
    const clock = { now: () => now };
    const allowed = await checkSmsSendInterval(
      { attempts, clock },
      { smsIntervalMs: intervalMs },
      { message: 'otp', phone },
    );
    return allowed.isOk() ? 'sent' : allowed.error;
  };
}

test('one text message a minute goes to a number', async () => {
  const send = gate();
  expect(await send('32470000001', 0)).toBe('sent');
  expect(await send('32470000001', 1000)).toEqual({
    kind: 'over_sms_send_rate_limit',
    retryAfterSeconds: 59,
  });
  expect(await send('32470000001', minute)).toBe('sent');
});

test('however many numbers are named, the site sends 300 a day', async () => {
  const send = gate();
  for (let i = 0; i < 300; i += 1) expect(await send(`3247${i}`, i)).toBe('sent');
  expect(await send('32479999999', 300)).toMatchObject({ kind: 'over_sms_send_rate_limit' });
  expect(await send('32470000001', day)).toBe('sent');
});

test('an interval of 0 switches both limits off', async () => {
  const send = gate(0);
  for (let i = 0; i < 400; i += 1) expect(await send('32470000001', i)).toBe('sent');
});

import { requireHuman } from '@coachsite/core/captcha';
import { expect, test } from 'vitest';

/** A verifier that gives every token the same verdict, and remembers what it was asked. */
function verifier(verdict: boolean) {
  const asked: string[] = [];
  const isHuman = async (token: string, clientIp: string) => {
    asked.push(`${token.length} from ${clientIp}`);
    return verdict;
  };
  return { asked, isHuman };
}

test('without a verifier there is no captcha', async () => {
  expect((await requireHuman(undefined, undefined, '192.0.2.1')).isOk()).toBe(true);
});

test('a token that the verifier accepts lets a request through, and no other does', async () => {
  for (const verdict of [true, false]) {
    const captcha = verifier(verdict);
    const result = await requireHuman(captcha, 'x'.repeat(8192), '192.0.2.1');
    expect(result.isOk()).toBe(verdict);
    if (result.isErr()) expect(result.error).toEqual({ kind: 'captcha_failed' });
    expect(captcha.asked).toEqual(['8192 from 192.0.2.1']);
  }
});

test.each([[undefined], [null], [''], ['x'.repeat(8193)]])(
  'what cannot be a token is rejected unasked, case %#',
  async (token) => {
    const captcha = verifier(true);
    expect((await requireHuman(captcha, token, '192.0.2.1')).isErr()).toBe(true);
    expect(captcha.asked).toEqual([]);
  },
);

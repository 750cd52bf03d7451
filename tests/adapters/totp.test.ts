import { otplibTotp, qrCodeSvg } from '@coachsite/adapters/totp';
import fc from 'fast-check';

import { expect, test } from 'vitest';
import { totp as totpCode } from '../conformance/support/totp.ts';

const totp = otplibTotp();
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const now = 1_700_000_000_000;
const stepMs = 30_000;
const codeAt = (at: number) => totpCode(secret, at);

test('a secret is 160 random bits in base32', () => {
  const made = Array.from({ length: 20 }, () => totp.newSecret());
  expect(new Set(made).size).toBe(20);
  for (const each of made) expect(each).toMatch(/^[A-Z2-7]{32}$/);
});

test('a known time has its known code', async () => {
  expect(await totp.stepOf(secret, '406058', now)).toBe(Math.floor(now / stepMs));
});

test('the codes of the steps before and after are accepted with their own step; others are not', async () => {
  const step = Math.floor(now / stepMs);
  for (const shift of [-1, 0, 1]) {
    expect(await totp.stepOf(secret, codeAt(now + shift * stepMs), now)).toBe(step + shift);
  }
  for (const shift of [-3, -2, 2, 3]) {
    expect(await totp.stepOf(secret, codeAt(now + shift * stepMs), now)).toBeUndefined();
  }
});

test('no input makes it throw, and only six digits can be right', async () => {
  const typed = fc.oneof(
    fc.string(),
    fc.constantFrom('', '12345', '1234567', '１２３４５６', ' 406058'),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (code) => {
      fc.pre(!/^[0-9]{6}$/.test(code));
      expect(await totp.stepOf(secret, code, now)).toBeUndefined();
    }),
  );
});

test('the URI contains issuer, label and secret', () => {
  const uri = new URL(totp.uri('site.example', 'a+b@example.com', secret));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.href)).toMatch(
    /^otpauth:\/\/totp\/site\.example:a\+b@example\.com\?/,
  );
  expect(uri.searchParams.get('secret')).toBe(secret);
  expect(uri.searchParams.get('issuer')).toBe('site.example');
});

test('the image is unchanged after its data prefix', () => {
  const svg = qrCodeSvg(totp.uri('site.example', 'a@example.com', secret));
  expect(svg).toMatch(/^<svg xmlns='http:\/\/www\.w3\.org\/2000\/svg'.*<\/svg>$/);
  expect(svg).not.toMatch(/["#%\n]/);
  expect(svg).toContain("fill='white'");
});

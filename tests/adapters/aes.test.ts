import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aesSecretBox } from '@coachsite/adapters/secret-box';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const folder = () => mkdtempSync(join(tmpdir(), 'keys-'));

test('a sealed secret opens only with the same key and for the same context', () => {
  const directory = folder();
  const box = aesSecretBox({ directory });
  const other = aesSecretBox({ directory: folder() });
  fc.assert(
    fc.property(fc.string(), fc.string(), (secret, context) => {
      const sealed = box.seal(secret, context);
      expect(aesSecretBox({ directory }).open(sealed, context)).toBe(secret);
      expect(() => box.open(sealed, `${context}.`)).toThrow();
      expect(() => other.open(sealed, context)).toThrow();
    }),
    { numRuns: 20 },
  );
});

test('a secret is never sealed to the same text twice, and a changed text does not open', () => {
  const box = aesSecretBox({ directory: folder() });
  const sealed = box.seal('JBSWY3DPEHPK3PXP', 'f');
  expect(box.seal('JBSWY3DPEHPK3PXP', 'f')).not.toBe(sealed);
  const bytes = Buffer.from(sealed, 'base64url');
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.open(changed.toString('base64url'), 'f')).toThrow();
  }
});

test('the key has 256 bits, is readable by its owner only, and is created once', () => {
  const directory = folder();
  aesSecretBox({ directory });
  const path = join(directory, 'factor-secrets.key');
  const key = readFileSync(path);
  expect([key.length, statSync(path).mode & 0o777]).toEqual([32, 0o600]);
  aesSecretBox({ directory });
  expect(readFileSync(path)).toEqual(key);
  writeFileSync(path, 'short');
  expect(() => aesSecretBox({ directory })).toThrow('32 bytes');
});

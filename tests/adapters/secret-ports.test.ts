import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argon2PasswordHasher } from '@coachsite/adapters/argon2';
import { jwtSigner } from '@coachsite/adapters/jwt';
import { hmacPseudonyms } from '@coachsite/adapters/pseudonyms';
import { aesSecretBox } from '@coachsite/adapters/secret-box';
import { systemClock } from '@coachsite/adapters/system';
import { otplibTotp } from '@coachsite/adapters/totp';
import {
  passwordHasherContract,
  pseudonymsContract,
  secretBoxContract,
  tokenSignerContract,
  totpContract,
} from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';

const runner = { test, expect };
const folder = () => mkdtempSync(join(tmpdir(), 'coachsite-secrets-'));

describe('argon2', () => passwordHasherContract(runner, argon2PasswordHasher));
describe('aes', () => secretBoxContract(runner, () => aesSecretBox({ directory: folder() })));
describe('hmac', () => pseudonymsContract(runner, () => hmacPseudonyms({ directory: folder() })));
describe('jwt', () =>
  tokenSignerContract(runner, () =>
    jwtSigner({ directory: folder(), tokenTtlMs: 60_000, clock: systemClock }),
  ));
describe('otplib', () => totpContract(runner, otplibTotp));

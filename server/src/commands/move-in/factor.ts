import { checkPhone } from '@coachsite/core/account';
import type { Factor } from '@coachsite/core/mfa';
import type { Loss } from './reasons.ts';
import type { OldFactor } from './rows.ts';

/** A verified factor, with the secret of an app as it was there. */
export interface FactorToTake {
  readonly factor: Omit<Factor, 'userId'>;
  /** In base32; `undefined` for a phone. */
  readonly secret: string | undefined;
}

/** A secret in base32, with the padding that some programs write; at least the 80 bits of old apps. */
const base32 = /^([A-Z2-7]{16,128})=*$/i;

function readable(old: OldFactor): FactorToTake | Loss {
  const name = old.friendly_name;
  const lost = (what: Loss['what']): Loss => ({ what, ...(name && { name }) });
  if (old.factor_type === 'recovery_code') return { what: 'recovery_codes' };
  if (old.factor_type === 'webauthn') return lost('factor_webauthn');
  const isApp = old.factor_type === 'totp';
  // Encrypted under a key that only the service has.
  if (isApp && old.secret?.startsWith('{')) return lost('factor_encrypted');
  const [, secret] = (isApp && base32.exec(old.secret ?? '')) || [];
  const phone = isApp ? undefined : checkPhone(old.phone).unwrapOr(undefined);
  if (secret === undefined && phone === undefined) return lost('factor_unreadable');
  const createdAt = old.created_at ?? 0;
  const factor = {
    id: old.id,
    type: isApp ? ('totp' as const) : ('phone' as const),
    status: 'verified' as const,
    friendlyName: name,
    phone,
    createdAt,
    updatedAt: old.updated_at ?? createdAt,
    lastChallengedAt: old.last_challenged_at,
  };
  return { factor, secret: secret?.toUpperCase() };
}

/** The verified factors of an account that can be used here, and those that cannot. What is not verified protects nothing. */
export function factorsOf(found: readonly OldFactor[]): {
  readonly taken: readonly FactorToTake[];
  readonly losses: readonly Loss[];
} {
  const verified = found.filter(({ status }) => status === 'verified').map(readable);
  return {
    taken: verified.filter((each) => 'factor' in each),
    losses: verified.filter((each) => 'what' in each),
  };
}

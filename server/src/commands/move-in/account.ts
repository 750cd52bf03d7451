import {
  abandonedAfterMs,
  blankUser,
  checkEmail,
  checkPhone,
  emailIdentity,
  type Identity,
  isAbandoned,
  isSsoUser,
  phoneIdentity,
  type User,
} from '@coachsite/core/account';
import type { EpochMs } from '@coachsite/core/kernel';
import { err, ok, type Result } from 'neverthrow';
import { type FactorToTake, factorsOf } from './factor.ts';
import { fittingMetadata, ownKeysOf } from './metadata.ts';
import { takenHash } from './password.ts';
import type { LeftOutReason, Loss } from './reasons.ts';
import type { OldFactor, OldIdentity, OldUser } from './rows.ts';

/** An account as this site would keep it. */
export interface AccountToTake {
  readonly user: User;
  /** Verified ones. */
  readonly factors: readonly FactorToTake[];
  readonly isAdmin: boolean;
  readonly losses: readonly Loss[];
}

/** What belongs to an account. */
export interface Belongings {
  readonly identities: readonly OldIdentity[];
  readonly factors: readonly OldFactor[];
  readonly roles: readonly string[];
  readonly passkeys: number;
}

/** What the rules take from outside. */
export interface Surroundings {
  readonly now: EpochMs;
  readonly uuid: () => string;
  /** The id here of a SAML provider by its id there; `undefined` for one that the service does not know any more. */
  readonly ssoIdOf: (id: string) => string | undefined;
}

/** The name of a provider here. */
function providerOf(provider: string, { ssoIdOf }: Surroundings): string | undefined {
  if (!provider.startsWith('sso:')) return provider;
  const id = ssoIdOf(provider.slice('sso:'.length));
  return id && `sso:${id}`;
}

function identityOf(old: OldIdentity, provider: string, { now, uuid }: Surroundings): Identity {
  const createdAt = old.created_at ?? now;
  const isOwn = provider === 'email' || provider === 'phone';
  return {
    // Until 2023 the id was that of the provider.
    id: old.provider_id === undefined ? uuid() : old.id,
    provider,
    subject: isOwn ? old.user_id : (old.provider_id ?? old.id),
    data: old.identity_data,
    createdAt,
    updatedAt: old.updated_at ?? createdAt,
    lastSignInAt: old.last_sign_in_at,
  };
}

/** The identities of an account, at least that of its address or number; none where it has neither. */
function identitiesOf(
  user: User,
  found: readonly OldIdentity[],
  given: Surroundings,
): readonly Identity[] {
  const kept = found.flatMap((old) => {
    const provider = providerOf(old.provider, given);
    return provider === undefined ? [] : [identityOf(old, provider, given)];
  });
  if (kept.length > 0) return kept;
  const own = { id: given.uuid(), userId: user.id, now: user.createdAt };
  if (user.email !== undefined) return [emailIdentity(user.email, own)];
  return user.phone === undefined ? [] : [phoneIdentity(user.phone, own)];
}

/**
 * What a row of the service becomes here: an account with its verified factors and what of it is lost, or why there is none. Links
 * and codes that wait, and sessions, are not taken.
 * Source: docs/decisions/0067-passwords-of-another-service.md.
 */
export function accountOf(
  row: OldUser,
  belongings: Belongings,
  given: Surroundings,
): Result<AccountToTake, LeftOutReason> {
  if (row.deleted_at !== undefined) return err('deleted');
  // Without a session nobody has a way into it.
  if (row.is_anonymous) return err('anonymous');
  const email = row.email ? checkEmail(row.email) : ok(undefined);
  if (email.isErr()) return err('invalid_email');
  const phone = checkPhone(row.phone);
  const hash = takenHash(row.encrypted_password || undefined);
  const { metadata, dropped } = fittingMetadata(row.raw_user_meta_data);
  const createdAt = row.created_at ?? given.now;
  const bare: User = {
    ...blankUser(row.id, createdAt),
    email: email.value,
    phone: phone.unwrapOr(undefined),
    passwordHash: hash.unwrapOr(undefined),
    emailConfirmedAt: email.value && row.email_confirmed_at,
    phoneConfirmedAt: phone.isOk() ? row.phone_confirmed_at : undefined,
    confirmationSentAt: row.confirmation_sent_at,
    recoverySentAt: row.recovery_sent_at,
    invitedAt: row.invited_at,
    lastSignInAt: row.last_sign_in_at,
    bannedUntil: row.banned_until,
    metadata,
    updatedAt: row.updated_at ?? createdAt,
  };
  const user = { ...bare, identities: identitiesOf(bare, belongings.identities, given) };
  if (user.identities.length === 0) return err('no_way_in');
  if (row.is_sso_user && !isSsoUser(user)) return err('provider_gone');
  const isAdmin = belongings.roles.includes('admin');
  if (!isAdmin && isAbandoned(user, given.now - abandonedAfterMs)) return err('never_confirmed');
  const factors = factorsOf(belongings.factors);
  const losses: readonly Loss[] = [
    ...(hash.isErr() ? [{ what: hash.error }] : []),
    ...(row.phone !== undefined && phone.isErr() ? [{ what: 'phone' as const }] : []),
    ...belongings.identities
      .filter(({ provider }) => providerOf(provider, given) === undefined)
      .map(({ provider }) => ({ what: 'provider_unknown' as const, name: provider })),
    ...dropped.map((name) => ({ what: 'metadata' as const, name })),
    ...ownKeysOf(row.raw_app_meta_data).map((name) => ({ what: 'app_metadata' as const, name })),
    ...(row.email_change || row.phone_change ? [{ what: 'change' as const }] : []),
    ...factors.losses,
    ...(belongings.passkeys > 0 ? [{ what: 'passkeys' as const }] : []),
    ...belongings.roles
      .filter((role) => role !== 'admin' && role !== 'user')
      .map((name) => ({ what: 'role' as const, name })),
  ];
  return ok({ user, factors: factors.taken, isAdmin, losses });
}

/** Whether an address or number of an account is nobody else's. Those of SAML users may be. */
export const ownEmailOf = (user: User) => (isSsoUser(user) ? undefined : user.email);

import type { GotrueRows } from '@coachsite/adapters/gotrue';
import type { EpochMs, JsonObject } from '@coachsite/core/kernel';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';

/** The last moment of a `Date`: what has no end in PostgreSQL. */
const forever = 8_640_000_000_000_000;

/** A time as PostgreSQL writes it into JSON, in milliseconds. */
const time = z
  .string()
  .nullish()
  .transform((text, context): EpochMs | undefined => {
    if (text === null || text === undefined) return undefined;
    if (text === 'infinity' || /^\d{5}/.test(text)) return forever;
    // Before there was such a service: it happened, and is over.
    if (text === '-infinity' || text.endsWith('BC')) return 0;
    const at = Date.parse(text);
    if (Number.isNaN(at)) context.addIssue({ code: 'custom', message: 'is no time' });
    return at;
  });

/** A text; empty ones are none, as many columns of the service have '' for that. */
const text = z
  .string()
  .nullish()
  .transform((value) => value || undefined);

const object = z
  .record(z.string(), z.json())
  .nullish()
  .transform((value): JsonObject => value ?? {});

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** The first versions of the service called one column otherwise; since, that name is of the earlier of two confirmations. */
const withEmailConfirmation = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'confirmed_at' in row && !('email_confirmed_at' in row)
    ? { ...row, email_confirmed_at: row.confirmed_at }
    : row;

/** A row of `auth.users`. The columns that every version of the service has must be there. */
const UserRow = z.object({
  id: z.guid(),
  email: z.string().nullable(),
  encrypted_password: z.string().nullable(),
  email_confirmed_at: time,
  invited_at: time,
  confirmation_sent_at: time,
  recovery_sent_at: time,
  email_change: text,
  last_sign_in_at: time,
  raw_app_meta_data: object,
  raw_user_meta_data: object,
  created_at: time,
  updated_at: time,
  phone: text,
  phone_confirmed_at: time,
  phone_change: text,
  banned_until: time,
  deleted_at: time,
  is_anonymous: flag,
  is_sso_user: flag,
});

export const OldUser = z.preprocess(withEmailConfirmation, UserRow);

/** A row of `auth.identities`. */
export const OldIdentity = z.object({
  /** Of the provider where `provider_id` is missing, as it was before 2023. */
  id: z.string(),
  provider_id: text,
  user_id: z.string(),
  identity_data: object,
  provider: z.string(),
  last_sign_in_at: time,
  created_at: time,
  updated_at: time,
});

/** A row of `auth.mfa_factors`. */
export const OldFactor = z.object({
  id: z.guid(),
  user_id: z.string(),
  friendly_name: text,
  factor_type: z.string(),
  status: z.string(),
  created_at: time,
  updated_at: time,
  last_challenged_at: time,
  secret: text,
  phone: text,
});

const OldRole = z.object({ user_id: z.string(), role: z.string() });
const OldSamlProvider = z.object({ sso_provider_id: z.string(), entity_id: z.string() });
const OldPasskey = z.object({ user_id: z.string() });

/** Every row that is looked at. */
const OldRows = z.object({
  users: z.array(OldUser),
  identities: z.array(OldIdentity),
  factors: z.array(OldFactor),
  roles: z.array(OldRole),
  samlProviders: z.array(OldSamlProvider),
  passkeys: z.array(OldPasskey),
});

export type OldUser = z.infer<typeof OldUser>;
export type OldIdentity = z.infer<typeof OldIdentity>;
export type OldFactor = z.infer<typeof OldFactor>;
export type OldRows = z.infer<typeof OldRows>;

/** The rows with their types, or where the first is that has another form than the service gives it. */
export function parseRows(rows: GotrueRows): Result<OldRows, string> {
  const parsed = OldRows.safeParse(rows);
  if (parsed.success) return ok(parsed.data);
  const [{ path = [], message = '' } = {}] = parsed.error.issues;
  const [table, row, column] = path.map(String);
  return err(`row ${Number(row) + 1} of ${table}, column ${column}: ${message}`);
}

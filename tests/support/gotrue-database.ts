import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { onSchema, onServer } from './postgres-schema.ts';

/**
 * The tables that an auth service of 2026 has, by their columns and types as its migrations leave them; without the columns of
 * sessions and tokens, which nobody reads, and without indexes.
 */
const tables = `
  CREATE SCHEMA auth;
  CREATE TYPE auth.factor_type AS ENUM ('totp', 'webauthn', 'phone');
  CREATE TYPE auth.factor_status AS ENUM ('unverified', 'verified');
  CREATE TABLE auth.users (
    instance_id uuid, id uuid PRIMARY KEY, aud varchar(255), role varchar(255), email varchar(255),
    encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
    confirmation_token varchar(255), confirmation_sent_at timestamptz, recovery_token varchar(255),
    recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255),
    email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb,
    raw_user_meta_data jsonb, is_super_admin bool, created_at timestamptz, updated_at timestamptz,
    phone text UNIQUE DEFAULT NULL, phone_confirmed_at timestamptz, phone_change text DEFAULT '',
    phone_change_token varchar(255) DEFAULT '', phone_change_sent_at timestamptz,
    confirmed_at timestamptz GENERATED ALWAYS AS (LEAST(email_confirmed_at, phone_confirmed_at)) STORED,
    email_change_token_current varchar(255) DEFAULT '',
    email_change_confirm_status smallint DEFAULT 0, banned_until timestamptz,
    reauthentication_token varchar(255) DEFAULT '', reauthentication_sent_at timestamptz,
    is_sso_user boolean NOT NULL DEFAULT false, deleted_at timestamptz,
    is_anonymous boolean NOT NULL DEFAULT false);
  CREATE UNIQUE INDEX users_email_partial_key ON auth.users (email) WHERE is_sso_user = false;
  CREATE TABLE auth.identities (
    provider_id text NOT NULL, user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
    identity_data jsonb NOT NULL, provider text NOT NULL, last_sign_in_at timestamptz,
    created_at timestamptz, updated_at timestamptz,
    email text GENERATED ALWAYS AS (lower(identity_data->>'email')) STORED,
    id uuid DEFAULT gen_random_uuid() PRIMARY KEY, UNIQUE (provider_id, provider));
  CREATE TABLE auth.mfa_factors (
    id uuid PRIMARY KEY, user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE, friendly_name text,
    factor_type auth.factor_type NOT NULL, status auth.factor_status NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, secret text, phone text,
    last_challenged_at timestamptz UNIQUE, web_authn_credential jsonb, web_authn_aaguid uuid,
    last_webauthn_challenge_data jsonb);
  CREATE TABLE auth.sso_providers (
    id uuid PRIMARY KEY, resource_id text, created_at timestamptz, updated_at timestamptz, disabled boolean);
  CREATE TABLE auth.saml_providers (
    id uuid PRIMARY KEY, sso_provider_id uuid NOT NULL REFERENCES auth.sso_providers ON DELETE CASCADE,
    entity_id text NOT NULL UNIQUE, metadata_xml text NOT NULL, metadata_url text, attribute_mapping jsonb,
    created_at timestamptz, updated_at timestamptz, name_id_format text);
  CREATE TABLE auth.webauthn_credentials (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
    credential_id bytea NOT NULL, public_key bytea NOT NULL, attestation_type text NOT NULL DEFAULT '',
    aaguid uuid, sign_count bigint NOT NULL DEFAULT 0, transports jsonb NOT NULL DEFAULT '[]'::jsonb,
    backup_eligible boolean NOT NULL DEFAULT false, backed_up boolean NOT NULL DEFAULT false,
    friendly_name text NOT NULL DEFAULT '', created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(), last_used_at timestamptz);
  CREATE TYPE public.app_role AS ENUM ('admin', 'moderator', 'user');
  CREATE TABLE public.user_roles (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), user_id uuid NOT NULL REFERENCES auth.users ON DELETE CASCADE,
    role public.app_role NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), UNIQUE (user_id, role));
  ALTER TABLE auth.users ENABLE ROW LEVEL SECURITY;`;

type Row = Readonly<Record<string, unknown>>;

/** The database of an auth service. */
export interface GotrueDatabase {
  readonly url: string;
  /** Runs SQL in it. */
  readonly run: (text: string) => Promise<readonly Row[]>;
  readonly insert: (table: string, row: Row) => Promise<void>;
  /** Adds an account with the identity of its address, as a confirmed sign-up leaves it; returns its id. */
  readonly addUser: (row: Row) => Promise<string>;
  readonly drop: () => Promise<unknown>;
}

/** Makes one on the server of the test run, without accounts. */
export async function gotrueDatabase(): Promise<GotrueDatabase> {
  const name = `${process.env.COACHSITE_TEST_SCHEMA_PREFIX}${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE template0`);
  const at = new URL(process.env.TEST_DATABASE_URL ?? '');
  at.pathname = name;
  const url = at.href;
  await onSchema(url, tables);
  const insert = async (table: string, row: Row) => {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    const client = new pg.Client(url);
    await client.connect();
    try {
      const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`;
      await client.query(text, Object.values(row));
    } finally {
      await client.end();
    }
  };
  const zero = '00000000-0000-0000-0000-000000000000';
  return {
    url,
    run: (text) => onSchema<Row>(url, text),
    insert,
    addUser: async (row) => {
      const id = randomUUID();
      const times = {
        created_at: '2024-03-01T10:00:00.123456Z',
        updated_at: '2024-03-02T10:00:00Z',
        email_confirmed_at: row['email'] ? '2024-03-01T11:00:00Z' : null,
      };
      const service = { instance_id: zero, aud: 'authenticated', role: 'authenticated' };
      await insert('auth.users', {
        id,
        ...service,
        ...times,
        raw_app_meta_data: { provider: 'email', providers: ['email'] },
        raw_user_meta_data: { email_verified: true },
        ...row,
      });
      const { email } = row;
      const data = { sub: id, email, email_verified: true, phone_verified: false };
      const { created_at, updated_at } = times;
      if (email && !row['is_sso_user'] && !row['is_anonymous'])
        await insert('auth.identities', {
          provider_id: id,
          user_id: id,
          identity_data: data,
          provider: 'email',
          created_at,
          updated_at,
        });
      return id;
    },
    drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

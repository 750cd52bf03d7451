/** What a version of the published client may lack, in the words of docs/wire.md#16. */
export const lacks = {
  names: 'the calls of version 1: `signIn`, `session()`, `update`, `verifyOTP`',
  code: 'errors without `code`: go by `status` and `message`',
  kept: 'outside a browser it keeps no session, whatever storage it is given',
  hash: 'no `token_hash`: use the code of the mail, or its link',
  pkce: 'no PKCE: links end in the browser as tokens in the fragment',
  scopes: '`signOut` ends every session, whatever scope is named',
  mfa: 'no second factor: its accounts cannot change what asks for one',
  thrown: '`mfa.verify` throws what others return as `error`',
  resend: 'no `resend`',
  reauthenticate: 'no `reauthenticate`',
  identities: 'no `linkIdentity` and `unlinkIdentity`',
  anonymous: 'no `signInAnonymously`',
  claims: 'no `getClaims`',
  current: '`current_password` of `updateUser` is in no type, but sent',
  streams: 'no upload of a `ReadableStream`, as it lacks `duplex`',
  passkeys: 'no passkeys',
} as const;

export type Lack = keyof typeof lacks;

/** The call that a client does not have where it lacks something. */
export const calls: Readonly<Partial<Record<Lack, string>>> = {
  pkce: 'exchangeCodeForSession',
  mfa: 'mfa',
  resend: 'resend',
  reauthenticate: 'reauthenticate',
  identities: 'linkIdentity',
  anonymous: 'signInAnonymously',
  claims: 'getClaims',
  passkeys: 'signInWithPasskey',
};

/** A version of the published client. */
export interface ClientVersion {
  readonly version: string;
  /** The package of it that calls `/auth/v1`. */
  readonly auth: string;
  readonly lacks: readonly Lack[];
  /** The packages that it is installed with where those of today differ from those of its time. */
  readonly with?: Readonly<Record<string, string>>;
}

const until = {
  '2.39': ['code', 'anonymous', 'claims'],
  '2.0': ['pkce', 'scopes', 'resend', 'reauthenticate', 'identities', 'streams'],
  '2.80': ['current', 'passkeys'],
} as const satisfies Record<string, readonly Lack[]>;

/** Every version that docs/wire.md#16 speaks of, oldest first. */
export const versions: readonly ClientVersion[] = [
  {
    version: '1.35.7',
    auth: 'gotrue-js 1.24.0',
    lacks: ['names', 'kept', 'hash', 'mfa', ...until['2.0'], ...until['2.39'], ...until['2.80']],
  },
  {
    version: '2.0.0',
    auth: 'gotrue-js 2.2.0',
    lacks: ['thrown', ...until['2.0'], ...until['2.39'], ...until['2.80']],
    with: {
      '@supabase/functions-js': '2.0.0',
      '@supabase/gotrue-js': '2.2.0',
      '@supabase/postgrest-js': '1.0.0',
      '@supabase/realtime-js': '2.1.0',
      '@supabase/storage-js': '2.0.0',
    },
  },
  {
    version: '2.39.8',
    auth: 'gotrue-js 2.62.2',
    lacks: [...until['2.39'], ...until['2.80']],
  },
  { version: '2.50.0', auth: 'auth-js 2.70.0', lacks: until['2.80'] },
  { version: '2.80.0', auth: 'auth-js 2.80.0', lacks: until['2.80'] },
  { version: '2.119.1', auth: 'auth-js 2.119.1', lacks: [] },
];

/** A version by its number. */
export function versionOf(number: string): ClientVersion {
  const found = versions.find(({ version }) => version === number);
  if (!found) throw new Error(`docs/wire.md#16 does not speak of ${number}`);
  return found;
}

/** A package over the newest version. */
export interface ClientPackage {
  readonly name: string;
  readonly version: string;
  /** What its user meets, for docs/wire.md#16. */
  readonly meets: string;
  /** The packages that it is installed with, beside the client. */
  readonly with: Readonly<Record<string, string>>;
}

const react = { react: '18.3.1', 'react-dom': '18.3.1' };

/** Every package that docs/wire.md#16 speaks of. */
export const packages = {
  ssr: {
    name: '@supabase/ssr',
    version: '0.12.7',
    meets:
      'all of it; the session is in cookies that scripts can read, in pieces of 3180 characters, and lasts: a new password gets `current_password_required` ten minutes after the sign-in (send `current_password` or a `nonce`), `linkIdentity` `reauthentication_needed`',
    with: {},
  },
  authUi: {
    name: '@supabase/auth-ui-react',
    version: '0.4.7',
    meets:
      'all of its views; that of a new password sends no other proof, so it works for ten minutes after a sign-in or a reset, then shows the message of `current_password_required`, or of `reauthentication_needed` where there is no password',
    with: react,
  },
  raSupabase: {
    name: 'ra-supabase-core',
    version: '3.5.2',
    meets:
      'its `authProvider`; of `user_roles`, by the key `user_id`, `getList`, `getManyReference` and `getOne`; `getMany` is 400, writing 403, and without a schema (404) no guessers',
    with: { ...react, 'ra-core': '5.15.4' },
  },
} as const satisfies Record<string, ClientPackage>;

/** The newest version, which the packages are over. */
export const newest: ClientVersion = versions[versions.length - 1] as ClientVersion;

/** What a package is installed with, for `installInFolder`. */
export const manifestOf = (item: ClientPackage): Readonly<Record<string, string>> => ({
  '@supabase/supabase-js': newest.version,
  [item.name]: item.version,
  ...item.with,
});

const lackingOf = (client: ClientVersion) =>
  Object.entries(lacks)
    .filter(([lack]) => client.lacks.includes(lack as Lack))
    .map(([, words]) => words)
    .join('; ');

/** The rows of the table of docs/wire.md#16. */
export const tableRows = (): readonly string[] => [
  ...versions.map(
    (client) =>
      `| supabase-js ${client.version}, ${client.auth} | ${lackingOf(client) || 'all of it'} |`,
  ),
  ...Object.values(packages).map((item) => `| ${item.name} ${item.version} | ${item.meets} |`),
];

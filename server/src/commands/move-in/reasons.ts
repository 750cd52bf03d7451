/** Why an account is left out. */
export const leftOutTexts = {
  deleted: 'was deleted there',
  anonymous: 'is anonymous: without its session nobody has a way into it',
  invalid_email: 'its address is none that this site accepts',
  never_confirmed: 'nobody has confirmed it for 30 days',
  no_way_in: 'has neither address nor number',
  provider_gone: 'belongs to a SAML provider that the service does not know any more',
  identity_double: 'another account there has its identities',
  email_double: 'another account there has the same address, in another spelling',
  phone_double: 'another account there has the same number, and this one has no address',
  email_here: 'another account here has its address, and keeps it',
  phone_here: 'another account here has its number, and this one has no address',
  identity_here: 'another account here has its identities',
} as const;

/** What of an account that is taken is left out. */
export const lossTexts = {
  password_encrypted:
    'its password, as the service encrypted the hash: "forgotten password" sets one',
  password_unknown: 'its password, whose hash is of an unknown kind: "forgotten password" sets one',
  password_costly:
    'its password, whose hash would cost each sign-in too much: "forgotten password" sets one',
  phone: 'its number, which is none',
  phone_double: 'its number, which another account there has',
  phone_here: 'its number, which another account here has',
  identity_double: 'an identity that another account there has',
  identity_here: 'an identity that another account here has',
  provider_unknown: 'an identity of a SAML provider that the service does not know any more',
  metadata: 'an entry of its metadata, which are too large',
  app_metadata: 'an entry of its application metadata, of which this site keeps none',
  change: 'a change of its address or number that waits',
  factor_encrypted: 'a second factor, whose secret the service encrypted',
  factor_unreadable: 'a second factor, whose secret is none',
  recovery_codes: 'its recovery codes, of which the service has hashes only',
  factor_webauthn: 'a second factor that is a security key',
  passkeys: 'its passkeys, which belong to the domain of the service',
  role: 'a role that this site does not know',
} as const;

export type LeftOutReason = keyof typeof leftOutTexts;

/** What of an account is left out, with its name where there are several of the kind. */
export interface Loss {
  readonly what: keyof typeof lossTexts;
  readonly name?: string;
}

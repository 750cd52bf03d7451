const tryAgain = 'try again in a moment';
const isItThere = 'is PostgreSQL running, and are host and port of the URL right?';
const ownAuthority =
  'name the file of its authority: sslmode=verify-full&sslrootcert=FILE. Without checking who the server is: sslmode=no-verify';

/** What PostgreSQL, the connection to it or its certificate says, in words, and what to do. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: `nothing accepts connections there; ${isItThere}`,
  ECONNRESET: `the connection ended; ${tryAgain}`,
  EPIPE: `the connection ended; ${tryAgain}`,
  ENOENT: `there is no such socket; ${isItThere}`,
  ENOTFOUND: 'there is no machine of that name: correct the host of the URL',
  EAI_AGAIN: `the name of the machine could not be looked up; ${tryAgain}, or correct the host of the URL`,
  ETIMEDOUT: `the machine does not respond; ${isItThere}`,
  EHOSTUNREACH: `the machine cannot be reached; ${isItThere}`,
  ENETUNREACH: `the machine cannot be reached; ${isItThere}`,
  EACCES:
    'this user may not use the socket: name a host in place of it, or let the user of the site in',
  SELF_SIGNED_CERT_IN_CHAIN: `no authority that this machine knows signed its certificate: ${ownAuthority}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: `it signed its certificate itself: ${ownAuthority}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `no authority that this machine knows signed its certificate: ${ownAuthority}`,
  UNABLE_TO_GET_ISSUER_CERT: `no authority that this machine knows signed its certificate: ${ownAuthority}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `no authority that this machine knows signed its certificate: ${ownAuthority}`,
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it on the server of the database',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: set the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name: write the host of the URL as the certificate has it',
  '08P01':
    'what answers there does not take what the URL asks for. If it is PgBouncer: name options in its ignore_startup_parameters',
  '25006': 'it takes no writes, as a standby does: let the URL name the primary',
  '28000':
    'it does not let this user in: correct the user of the URL, or allow it in pg_hba.conf of the server',
  '28P01': 'the user or the password is wrong: correct the URL',
  '3D000': 'there is no database of that name: make it (CREATE DATABASE), or correct the URL',
  '3F000':
    'the schema that its search_path names is not there: make it (CREATE SCHEMA), or leave search_path out',
  '42501':
    'this user may not make or use its tables, which since PostgreSQL 15 only the owner of a database may. As an admin of the server: ALTER DATABASE name OWNER TO user, or in that database: GRANT ALL ON SCHEMA public TO user',
  '53100': 'its disk is full: give it more space',
  '53200': 'it is out of memory: give it more',
  '53300':
    'it has no connection left: let fewer programs use it, give each process fewer (DATABASE_POOL_SIZE), or allow more on the server',
  '55P03': `another process is changing it; ${tryAgain}`,
  '57014': `a statement took too long; ${tryAgain}, and look at what else its server does`,
  '57P01': 'it is stopping, or somebody ended the connection; try again',
  '57P03': 'it is starting or stopping; try again',
  UNCONFIRMED:
    'the connection ended in the last step, so it is not known whether all is stored. Run this again: it finds out',
};

/** What the driver says without a code, in words. */
const driverReasons: readonly (readonly [RegExp, string])[] = [
  [
    /password must be/,
    'it asks for a password, and the URL has none: postgres://user:password@host/database',
  ],
  [/terminated|timeout|queryable/i, `the connection ended, or nothing responded; ${isItThere}`],
  [
    /does not support SSL/,
    'its server speaks no TLS: turn it on there (ssl = on), or leave sslmode out where the way to it is private',
  ],
  [
    /error response during SSL|SSLRequest/i,
    'what answers there is no PostgreSQL: correct host and port of the URL',
  ],
];

/** Codes of this program, whose messages say what to do. */
const ownWords: ReadonlySet<string> = new Set(['ENCODING', 'ONE_SESSION', 'VERSION']);

/** Behind what has no words of its own. */
const more = '. The log of its server may say more';

/**
 * Why PostgreSQL cannot be used, by the code and message of an error. If the reason is known, it is said in words of
 * the operator, with what to do. Otherwise it is the message of the error, and where to look.
 */
export function postgresReason(code: string, said: string): string {
  const ofDriver = driverReasons.find(([form]) => code === 'LOST' && form.test(said));
  return reasons[code] ?? ofDriver?.[1] ?? (ownWords.has(code) ? said : `${said || code}${more}`);
}

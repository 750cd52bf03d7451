import { type CanonicalEmail, checkEmail } from '../account/index.ts';
import {
  type EpochMs,
  err,
  type JsonObject,
  type Milliseconds,
  minuteMs,
  ok,
  type Result,
} from '../kernel/index.ts';

/**
 * The content of a SAML response, read from the element whose signature was verified. Source: docs/security.md#FD-6.
 */
export interface ParsedAssertion {
  /** Identifies the assertion, so that it is accepted once. */
  readonly id: string;
  /** Entity id of the provider. */
  readonly issuer: string;
  /** From the enclosing response, which need not be signed and must match the assertion. */
  readonly response: {
    readonly issuer: string | undefined;
    readonly destination: string | undefined;
    readonly inResponseTo: string | undefined;
  };
  /** The entity ids it is meant for; empty if it names none. */
  readonly audiences: readonly string[];
  /** From when its conditions hold; `undefined` without a beginning. */
  readonly notBefore: EpochMs | undefined;
  /** From when they no longer hold; `undefined` without an end. */
  readonly notOnOrAfter: EpochMs | undefined;
  /** The bearer confirmations of the subject. */
  readonly confirmations: readonly {
    readonly recipient: string | undefined;
    readonly inResponseTo: string | undefined;
    readonly notBefore: EpochMs | undefined;
    readonly notOnOrAfter: EpochMs | undefined;
  }[];
  /** The latest end of a session that the provider allows; `undefined` without a limit. */
  readonly sessionNotOnOrAfter: EpochMs | undefined;
  /** The provider's id of the person and its format, as URI; `undefined` if there is none. */
  readonly nameId: { readonly value: string; readonly format: string } | undefined;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Whether a name id or an attribute is encrypted, and so missing above; absent: no. */
  readonly hasEncryptedParts?: boolean;
}

/** What an assertion is checked against. */
export interface ExpectedAssertion {
  /** Entity id of the provider that was asked. */
  readonly issuer: string;
  /** Our own entity id. */
  readonly audience: string;
  /** The URL that responses are posted to. */
  readonly recipient: string;
  /** The id of our request. */
  readonly requestId: string;
}

/** A check of `checkAssertion`, or that an assertion was not accepted before. */
type OwnCheck =
  | 'id'
  | 'issuer'
  | 'destination'
  | 'request'
  | 'audience'
  | 'clock'
  | 'session_end'
  | 'confirmation'
  | 'recipient'
  | 'replay';

/** A check of an adapter, which reads a response and verifies its signature. */
type ReadingCheck =
  | 'encoding'
  | 'size'
  | 'xml'
  | 'form'
  | 'status'
  | 'not_signed'
  | 'algorithm'
  | 'signature'
  | 'not_verified';

/**
 * The check that a SAML response failed. Only the operator sees it, and finds the words in
 * docs/identity-providers.md: a visitor can do nothing about it, and somebody who tries out forgeries must learn
 * nothing. Source: docs/wire.md#9.
 */
export type AssertionCheck = OwnCheck | ReadingCheck;

/** Why an assertion is rejected. */
export type AssertionError =
  | { readonly kind: 'saml_assertion_invalid'; readonly check?: AssertionCheck }
  /** We publish no encryption key, so an encrypted assertion is never for us. */
  | { readonly kind: 'saml_assertion_encrypted' }
  | { readonly kind: 'saml_assertion_no_user_id' }
  | { readonly kind: 'saml_assertion_no_email' };

/** Allowed clock difference between provider and server, in milliseconds. Source: docs/security.md#FD-6. */
export const samlSkewMs: Milliseconds = minuteMs;

const agrees = (value: string | undefined, expected: string) =>
  value === undefined || value === expected;

const isWithin = (
  now: EpochMs,
  notBefore: EpochMs | undefined,
  notOnOrAfter: EpochMs | undefined,
) =>
  (notBefore === undefined || now >= notBefore - samlSkewMs) &&
  (notOnOrAfter === undefined || now < notOnOrAfter + samlSkewMs);

/** The first check that no confirmation passes which passed those before it; `undefined`: one passes all. */
function failedConfirmation(
  { confirmations }: ParsedAssertion,
  { recipient, requestId }: ExpectedAssertion,
  now: EpochMs,
): OwnCheck | undefined {
  const ending = confirmations.filter(({ notOnOrAfter }) => notOnOrAfter !== undefined);
  if (ending.length === 0) return 'confirmation';
  const here = ending.filter((each) => each.recipient === recipient);
  if (here.length === 0) return 'recipient';
  const ours = here.filter(({ inResponseTo }) => inResponseTo === requestId);
  if (ours.length === 0) return 'request';
  return ours.some((each) => isWithin(now, each.notBefore, each.notOnOrAfter))
    ? undefined
    : 'clock';
}

function failedCheck(
  assertion: ParsedAssertion,
  expected: ExpectedAssertion,
  now: EpochMs,
): OwnCheck | undefined {
  const { issuer, audience, recipient, requestId } = expected;
  const { response, sessionNotOnOrAfter } = assertion;
  if (assertion.id === '') return 'id';
  if (assertion.issuer !== issuer || !agrees(response.issuer, issuer)) return 'issuer';
  if (!agrees(response.destination, recipient)) return 'destination';
  if (response.inResponseTo !== requestId) return 'request';
  if (!assertion.audiences.includes(audience)) return 'audience';
  if (!isWithin(now, assertion.notBefore, assertion.notOnOrAfter)) return 'clock';
  if (sessionNotOnOrAfter !== undefined && now >= sessionNotOnOrAfter) return 'session_end';
  return failedConfirmation(assertion, expected, now);
}

/**
 * Checks that a verified assertion is meant for us, is valid now and responds to our own request. Errors:
 * `saml_assertion_invalid` with the first check that failed. Source: docs/security.md#FD-6.
 */
export function checkAssertion(
  assertion: ParsedAssertion,
  expected: ExpectedAssertion,
  now: EpochMs,
): Result<void, AssertionError> {
  const check = failedCheck(assertion, expected, now);
  return check === undefined ? ok() : err({ kind: 'saml_assertion_invalid', check });
}

/** How long the id of an assertion must be remembered to prevent replay. */
export function assertionExpiry(assertion: ParsedAssertion): EpochMs {
  const ends = assertion.confirmations.map(({ notOnOrAfter }) => notOnOrAfter ?? 0);
  return Math.max(assertion.notOnOrAfter ?? 0, ...ends) + 2 * samlSkewMs;
}

const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id';
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

const emailAttributes: readonly string[] = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
];

/** A user of a SAML provider. */
export interface SsoPerson {
  /** The provider's id of the person, which must not be transient. */
  readonly subject: string;
  /** From the name id or an attribute. */
  readonly email: CanonicalEmail;
  /** What is stored with the identity. */
  readonly data: JsonObject;
}

/**
 * Reads the user that an assertion is about. Errors: `saml_assertion_no_user_id`, `saml_assertion_no_email`, or
 * `saml_assertion_encrypted` where what is missing may be in an encrypted part.
 */
export function readPerson(assertion: ParsedAssertion): Result<SsoPerson, AssertionError> {
  const first = (name: string) =>
    Object.hasOwn(assertion.attributes, name) ? assertion.attributes[name]?.[0]?.trim() : undefined;
  const { nameId } = assertion;
  const isEmailName = nameId?.format === emailFormat;
  const nameSubject =
    nameId && nameId.format !== transientFormat
      ? isEmailName
        ? nameId.value.toLowerCase()
        : nameId.value
      : undefined;
  const subject = first(subjectId) || nameSubject?.trim();
  const { hasEncryptedParts } = assertion;
  if (!subject && hasEncryptedParts) return err({ kind: 'saml_assertion_encrypted' });
  if (!subject || subject.length > 512) return err({ kind: 'saml_assertion_no_user_id' });
  const emailText =
    emailAttributes.map(first).find(Boolean) ?? (isEmailName ? nameId.value : undefined);
  const email = checkEmail(emailText).unwrapOr(undefined);
  if (!emailText && hasEncryptedParts) return err({ kind: 'saml_assertion_encrypted' });
  if (email === undefined) return err({ kind: 'saml_assertion_no_email' });
  const data = {
    iss: assertion.issuer,
    sub: subject,
    provider_id: subject,
    email,
    email_verified: true,
    phone_verified: false,
  };
  return ok({ subject, email, data });
}

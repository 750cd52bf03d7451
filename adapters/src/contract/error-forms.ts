import { defaultPasswordRules, type PasswordFeedback } from '@coachsite/core/account';
import type { SiteError, SiteErrorKind } from '@coachsite/core/facts';

/** The error of one kind. */
export type Of<K extends SiteErrorKind> = Extract<SiteError, { readonly kind: K }>;

/** Calls of the auth service on which some errors have a status or a message of their own. */
export type AuthCall =
  | 'signup'
  | 'otp'
  | 'token'
  | 'id_token'
  | 'reauthenticate'
  | 'factors'
  | 'recovery_codes'
  | 'passkeys'
  | 'identities'
  | 'remove_factor';

/** An error of the auth service; `code` is the kind unless named. Source: docs/wire.md#1, docs/wire.md#4. */
export interface AuthForm {
  readonly status?: number;
  readonly statusOn?: Readonly<Partial<Record<AuthCall, number>>>;
  readonly code?: string;
  readonly message: string | ((error: never) => string);
  readonly messageOn?: Readonly<Partial<Record<AuthCall, string>>>;
  /** Further fields beside code and message. */
  readonly extra?: (error: never) => object;
}

/** An error of the storage service. Source: docs/wire.md#13. */
export interface StorageForm {
  readonly status?: number;
  readonly code: string;
  readonly error: string;
  /** Without it, the message of the row, or the one that came with the error. */
  readonly message?: string;
}

/** An error of the data service, in PostgREST's words. Source: docs/wire.md#12. */
export interface DataForm {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** An error that only the site's own calls and pages send. */
export const site = (status: number) =>
  ({ status, auth: null, storage: null, data: null }) as const;

/** An error that the auth service sends too, with its English message. */
export const auth = <const Message extends AuthForm['message']>(
  status: number,
  message: Message,
  form: Omit<AuthForm, 'message'> = {},
) => ({ status, auth: { message, ...form }, storage: null, data: null });

interface TransportForms {
  readonly code?: string;
  readonly auth?: AuthForm;
  readonly storage?: StorageForm;
}

/** An error that no use case returns, with its English message. */
export const transport = <const Forms extends TransportForms = Record<never, never>>(
  status: number,
  message: string,
  forms?: Forms,
) =>
  ({ status, message, auth: null, storage: null, data: null, ...forms }) as {
    readonly status: number;
    readonly message: string;
    readonly code?: string;
    readonly auth: Forms extends { readonly auth: infer Form extends AuthForm } ? Form : null;
    readonly storage: Forms extends { readonly storage: infer Form extends StorageForm }
      ? Form
      : null;
    readonly data: null;
  };

const weaknesses = {
  length: 'Password should be at least 8 characters.',
  characters:
    'Password should contain several of: lower case letters, upper case letters, digits, special characters.',
  pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
} as const;

const tooLong = `Password should be at most ${defaultPasswordRules.maxLength} characters.`;

/**
 * The auth service's message about a weak password. `feedback`: what the password lacks, which tells one that is too long
 * from one that is too short, as both have the reason `length`. Source: docs/security.md#PW-6.
 */
export function weakPasswordText(
  reasons: readonly (keyof typeof weaknesses)[],
  feedback: readonly PasswordFeedback[] = ['length'],
): string {
  const isLong = !feedback.includes('length');
  return reasons
    .map((reason) => (reason === 'length' && isLong ? tooLong : weaknesses[reason]))
    .join(' ');
}

export const waitText = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }): string =>
  `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`;

export const accessDenied: StorageForm = {
  status: 403,
  code: 'AccessDenied',
  error: 'Unauthorized',
  message: 'new row violates row-level security policy',
};

export const invalidToken: StorageForm = {
  status: 400,
  code: 'InvalidJWT',
  error: 'InvalidJWT',
  message: 'The token is not valid',
};

export const wrongType: StorageForm = {
  code: 'InvalidMimeType',
  error: 'invalid_mime_type',
  message: 'mime type is not supported: the file is not a PDF',
};

export const invalidJwt: DataForm = {
  status: 401,
  code: 'PGRST301',
  message: 'No suitable key or wrong key type',
};

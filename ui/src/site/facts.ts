import { createContext, useContext } from 'react';

/** The active e-book as pages show it. `pages` is null when the file did not tell. */
export interface EbookFacts {
  readonly sizeBytes: number;
  readonly pages: number | null;
}

/** Which ways to sign in are on. */
export interface SignInFacts {
  /** By password, or by a mailed link or code. */
  readonly email: boolean;
  /** Whether one may make an account, which is by e-mail. */
  readonly signUp: boolean;
  /** Names of OpenID Connect providers. */
  readonly providers: readonly string[];
  /** Whether any SAML domain is known. */
  readonly sso: boolean;
  /** How long a mailed link works, and a mailed code. */
  readonly linkMinutes: number;
  readonly codeMinutes: number;
}

/**
 * What only the running server knows. It is part of each page, so the app starts with the same facts: what is not, is
 * left out.
 */
export interface Facts {
  /** Origin of the site, without a trailing slash. */
  readonly origin: string;
  /** Scheduling page of the coach. */
  readonly bookingUrl: string;
  /** Google Analytics 4 id; without it analytics consent loads nothing. */
  readonly analyticsId?: string | undefined;
  /** The e-book on offer, if there is one. */
  readonly ebook?: EbookFacts | undefined;
  /** The ways to sign in that are on. */
  readonly signIn: SignInFacts;
  /** The puzzle sign-up and sign-in ask for, if any. */
  readonly captcha?: {
    readonly provider: 'turnstile' | 'hcaptcha';
    readonly siteKey: string;
  };
}

/** A contact form that came back from `POST /contact`: what was typed, and which problem each field has. */
export interface ReturnedForm {
  readonly values: Readonly<Record<string, string>>;
  /** Field name → kinds of problem (text keys `problems:problem.<kind>`). */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Kind of a problem of the whole form, such as a rate limit. */
  readonly problem?: string;
}

const FactsContext = createContext<Facts | undefined>(undefined);
const FormContext = createContext<ReturnedForm | undefined>(undefined);

export const FactsProvider = FactsContext.Provider;
export const FormProvider = FormContext.Provider;

/** The facts of the running server. */
export function useFacts(): Facts {
  const facts = useContext(FactsContext);
  if (!facts) throw new Error('useFacts needs a FactsProvider above it');
  return facts;
}

/** The form the server sent back, on the page that answers `POST /contact` with 422; undefined elsewhere. */
export function useReturnedForm(): ReturnedForm | undefined {
  return useContext(FormContext);
}

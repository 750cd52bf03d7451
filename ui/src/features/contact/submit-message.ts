import type { ApiError } from '@coachsite/adapters/browser';
import {
  type CheckedMessage,
  type ContactField,
  type ContactFieldReason,
  type ContactMessage,
  checkMessage,
} from '@coachsite/core/contact';
import type { EpochMs } from '@coachsite/core/kernel';
import type { Result } from 'neverthrow';
import type { SentPanel } from './sent-panel.tsx';

/** A request without a response for this long has failed; React holds the page's transitions meanwhile. */
const responseLimitMs = 20_000;

/** The fields of the form, in their order. Source: docs/rules.md#3. */
export const contactFields = ['name', 'email', 'subject', 'message'] as const;

/** Name of the field that only robots fill in. Source: docs/law-and-search.md#D33. */
export const trapField = 'website';

export type FieldErrors = Readonly<Partial<Record<ContactField, ContactFieldReason>>>;

/** The state of sending a message. */
export type Sending =
  | { readonly kind: 'idle' }
  | { readonly kind: 'invalid'; readonly fields: FieldErrors }
  | { readonly kind: 'failed'; readonly limited: boolean; readonly fields: FieldErrors }
  /** The code that sends is gone since a newer version of the site was put in place: the browser sends the form. */
  | { readonly kind: 'left_to_browser' }
  /** `email`: where the reply will go; `at`: when the message was sent; `Panel` says so. */
  | {
      readonly kind: 'sent';
      readonly email: string;
      readonly at: EpochMs;
      readonly Panel: typeof SentPanel;
    };

/** What only those need who send a message; fetched once somebody begins to. */
const loadRequest = () => import('./contact-request.ts').catch(() => undefined);

/** Fetches what sending needs, so that it is there at the press. */
export const prepareToSend = () => void loadRequest();

/** The values of the form as the visitor typed them. */
export function valuesOf(form: FormData): ContactMessage {
  const text = (name: string) => String(form.get(name) ?? '');
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  };
}

/** Checks the values of the form. */
export const checkForm = (form: FormData): Result<CheckedMessage, FieldErrors> =>
  checkMessage(valuesOf(form)).mapErr(({ fields }) => fields);

function toSending(error: ApiError): Sending {
  if (error.kind === 'validation_failed') {
    // Of this call the fields are those of the form.
    return { kind: 'invalid', fields: error.fields as FieldErrors };
  }
  return { kind: 'failed', limited: error.kind === 'over_request_rate_limit', fields: {} };
}

/** Checks the form and sends it. Sends the age of the page, as only robots send a message instantly. */
export async function submitMessage(form: FormData): Promise<Sending> {
  const checked = checkForm(form);
  if (checked.isErr()) return { kind: 'invalid', fields: checked.error };
  const body = {
    ...checked.value,
    [trapField]: String(form.get(trapField) ?? ''),
    elapsedMs: Math.round(performance.now()),
  };
  const at = Date.now();
  const loaded = await loadRequest();
  // Offline, the browser would leave the page for one that says so.
  if (!loaded && navigator.onLine) return { kind: 'left_to_browser' };
  if (!loaded) return { kind: 'failed', limited: false, fields: {} };
  const signal = AbortSignal.timeout(responseLimitMs);
  const sent = await loaded.postMessage(body, signal);
  if (sent.isErr()) return toSending(sent.error);
  return { kind: 'sent', email: checked.value.email, at, Panel: loaded.SentPanel };
}

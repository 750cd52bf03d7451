import type { RejectedForm } from '@coachsite/adapters/contract';
import type { ContactField, ContactFieldReason } from '@coachsite/core/contact';
import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  startTransition,
  useActionState,
  useEffect,
  useRef,
  useState,
} from 'react';
import { clearDraft, restoreDraft } from '../../document/contact-draft.ts';
import { useReturnedForm } from '../../site/runtime-config.ts';
import {
  checkForm,
  contactFields,
  type FieldErrors,
  prepareToSend,
  type Sending,
  submitMessage,
  valuesOf,
} from './submit-message.ts';

/** The outcome of one try to send. */
export type SendingEnd = 'sent' | 'failed' | 'limited';

/** The state of a form that the server returned. */
function stateOf(returned: RejectedForm | undefined): Sending {
  if (!returned) return { kind: 'idle' };
  const fields = Object.fromEntries(
    contactFields.flatMap((field) => {
      const reason = returned.fields[field]?.[0];
      return reason ? [[field, reason as ContactFieldReason]] : [];
    }),
  );
  const { error = 'validation_failed' } = returned;
  if (error === 'validation_failed') return { kind: 'invalid', fields };
  return { kind: 'failed', limited: error === 'over_request_rate_limit', fields };
}

/** The state of the contact form in the browser, and its event handlers. */
export function useContactForm(
  form: RefObject<HTMLFormElement | null>,
  onEnd: (end: SendingEnd) => void,
) {
  const returned = useReturnedForm();
  const isSending = useRef(false);
  const [state, dispatch, pending] = useActionState(
    async (_before: Sending, data: FormData | undefined): Promise<Sending> => {
      if (!data) return { kind: 'idle' };
      const after = await submitMessage(data);
      if (after.kind === 'left_to_browser') {
        // The page may come back from the browser's cache as it was left.
        addEventListener('pageshow', () => (isSending.current = false), { once: true });
        form.current?.submit();
        return after;
      }
      isSending.current = false;
      if (after.kind === 'sent') {
        clearDraft();
        onEnd('sent');
      } else if (after.kind === 'failed') onEnd(after.limited ? 'limited' : 'failed');
      return after;
    },
    stateOf(returned),
  );
  // Errors found while typing override those of the last try; `null` means fixed.
  const [live, setLive] = useState<Partial<Record<ContactField, ContactFieldReason | null>>>({});
  const [typed, setTyped] = useState<number>();
  /** Whether what was submitted last goes to the server: a form with a mistake does not. */
  const [goes, setGoes] = useState(false);
  const tried = 'fields' in state ? state.fields : {};
  const errors: FieldErrors = Object.fromEntries(
    contactFields.flatMap((field) => {
      const reason = live[field] === undefined ? tried[field] : live[field];
      return reason ? [[field, reason]] : [];
    }),
  );

  const isForm = state.kind !== 'sent';
  const wasSent = useRef(false);
  useEffect(() => {
    const isBack = wasSent.current;
    wasSent.current = !isForm;
    if (!isForm || !form.current) return;
    restoreDraft(form.current);
    if (form.current.contains(document.activeElement)) prepareToSend();
    setTyped(valuesOf(new FormData(form.current)).message.length);
    // The button that restored the form is gone, so focus the first field.
    if (isBack) form.current.querySelector('input')?.focus();
  }, [form, isForm]);
  useEffect(() => {
    if (state.kind !== 'invalid') return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, state]);

  const fieldOf = (event: FormEvent<HTMLFormElement>) => {
    const name = (event.target as HTMLInputElement).name;
    const field = contactFields.find((one) => one === name);
    const data = new FormData(event.currentTarget);
    const checked = checkForm(data);
    return {
      field,
      values: valuesOf(data),
      reason: checked.isErr() && field ? checked.error[field] : undefined,
    };
  };
  return {
    returned,
    state,
    pending: pending && goes,
    errors,
    typed,
    again: () => startTransition(() => dispatch(undefined)),
    handlers: {
      onFocus: prepareToSend,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (isSending.current) return;
        isSending.current = true;
        const data = new FormData(event.currentTarget);
        setLive({});
        setGoes(checkForm(data).isOk());
        startTransition(() => dispatch(data));
      },
      /** An error disappears as soon as it is fixed, and never names a mistake that the value no longer has. */
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { field, values, reason } = fieldOf(event);
        setTyped(values.message.length);
        if (field && errors[field]) setLive((before) => ({ ...before, [field]: reason ?? null }));
      },
      /** An error shows when a field is left with an invalid value. */
      onBlur: (event: FocusEvent<HTMLFormElement>) => {
        // A press on the button checks every field; an error above would move it from under the pointer first.
        if (event.relatedTarget instanceof HTMLButtonElement) return;
        const { field, values, reason } = fieldOf(event);
        if (!field || values[field].trim() === '') return;
        if (reason) setLive((before) => ({ ...before, [field]: reason }));
      },
    },
  };
}

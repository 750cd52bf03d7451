import { useState } from 'react';
import { type FormError, fieldOf, focusField, useErrorTexts } from '../../forms/index.ts';
import { closeErrors, toast } from '../notification/index.ts';

/**
 * Shows the error of a form: the full sentence as a toast, the bare reason beside the field or the form, and the focus
 * on the field. Source: docs/rules.md#reading-toasts.
 */
export function useFormError() {
  const [error, setError] = useState<FormError>();
  const { bare, full } = useErrorTexts();
  const field = fieldOf(error);
  return {
    error,
    clear: () => setError(undefined),
    showError: (form: HTMLFormElement, error: FormError) => {
      setError(error);
      // The newest error is the one that holds.
      closeErrors();
      toast({ system: 'form', tone: 'bad', title: full(error) });
      const name = fieldOf(error);
      if (name) focusField(form, name);
    },
    errorOf: (name: 'email' | 'password') => (error && field === name ? bare(error) : undefined),
  };
}

import { useState } from 'react';
import { fieldOf, focusField, type Refusal, useRefusalTexts } from '../../forms/index.ts';
import { toast } from '../notification/index.ts';

/**
 * What follows from a refusal: the toast with the full sentence, the bare reason kept beside the field or the form, and
 * the focus on the field to blame. Source: docs/rules.md#reading-toasts.
 */
export function useRefused() {
  const [refusal, setRefusal] = useState<Refusal>();
  const { bare, full } = useRefusalTexts();
  const field = fieldOf(refusal);
  return {
    refusal,
    clear: () => setRefusal(undefined),
    refuse: (form: HTMLFormElement, refused: Refusal) => {
      setRefusal(refused);
      toast({ system: 'form', tone: 'bad', title: full(refused) });
      const name = fieldOf(refused);
      if (name) focusField(form, name);
    },
    errorOf: (name: 'email' | 'password') =>
      refusal && field === name ? bare(refusal) : undefined,
  };
}

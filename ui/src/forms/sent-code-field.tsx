import { compactTyped } from '@coachsite/core/text';
import type { ComponentProps } from 'react';
import { Input } from '../design/index.ts';
import { textOf } from './use-submit.ts';

/** The field for a code that was sent. It has no `maxLength`, which would cut a pasted "123 456". */
export function SentCodeField(props: ComponentProps<typeof Input>) {
  return <Input {...props} inputMode="numeric" autoComplete="one-time-code" />;
}

/** The code in a field of a form, without the spaces, dashes and invisible characters with which it was pasted. */
export const codeOf = (form: HTMLFormElement, name: string): string =>
  compactTyped(textOf(form, name)).replace(/\p{Pd}/gu, '');

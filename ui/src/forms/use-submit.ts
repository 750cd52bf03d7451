import { type FormEvent, useRef, useState } from 'react';
import { moveFocus } from '../design/index.ts';

/** The text of a field as it was typed. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** Moves the focus to a field of a form by its name, unless the visitor has gone on to another part of the page. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) moveFocus(field);
}

/**
 * Sends a form once, however often it is submitted; `isBusy` while the request runs.
 * Source: docs/rules.md#reading-forms. Its forms have `method="dialog"`: submitted before any script has loaded, they do
 * nothing and keep the input, where another method would put a password into a request.
 */
export function useSubmit(send: (form: HTMLFormElement) => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    void send(event.currentTarget).finally(() => {
      isUnderWay.current = false;
      setBusy(false);
    });
  };
  return { isBusy, submit };
}

/** The same for a single button. */
export function usePress(act: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const press = () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    void act().finally(() => {
      isUnderWay.current = false;
      setBusy(false);
    });
  };
  return { isBusy, press };
}

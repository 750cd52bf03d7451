import type { ReactNode } from 'react';
import { ActionButton, toFormError, useErrorTexts } from '../../forms/index.ts';
import type { auth } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';

/** Sends a mail again and shows whether that worked. */
export function MailAgain({
  send,
  sent,
  onSent,
  children,
}: {
  readonly send: () => ReturnType<typeof auth.reauthenticate>;
  /** The text shown after success. */
  readonly sent: string;
  /** Called after success. */
  onSent?(): void;
  readonly children: ReactNode;
}) {
  const { full } = useErrorTexts();
  const press = async () => {
    const response = await send();
    toast(
      response.isOk()
        ? { system: 'form', tone: 'good', title: sent }
        : { system: 'form', tone: 'bad', title: full(toFormError(response.error)) },
    );
    if (response.isOk()) onSent?.();
  };
  return (
    <ActionButton icon="refresh" onPress={press}>
      {children}
    </ActionButton>
  );
}

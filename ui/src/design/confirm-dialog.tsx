import { type ReactNode, type RefObject, useEffect } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { IconName } from './icon.tsx';
import { Words } from './stretch-title.tsx';

/**
 * Asks before an action that cannot be undone: states the consequence, and offers the action and a way to cancel.
 * Opens with the focus on cancelling, so that a second Enter does nothing. Closes before `onConfirm` runs, so that the
 * focus is back where it was.
 */
export function ConfirmDialog({
  ref,
  id,
  title,
  children,
  icon,
  isBad = false,
  confirm,
  cancel,
  onConfirm,
}: {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly icon: IconName;
  /** Whether the action destroys something. */
  readonly isBad?: boolean;
  readonly confirm: string;
  readonly cancel: string;
  onConfirm(): void;
}) {
  const close = () => ref.current?.close();
  useEffect(() => {
    // The attribute of HTML: that of React moves the focus before the dialog opens.
    document.getElementById(`${id}-cancel`)?.setAttribute('autofocus', '');
  }, [id]);
  return (
    <Dialog
      ref={ref}
      id={id}
      title={<Words text={title} />}
      actions={
        <>
          <Button
            small
            className={isBad ? 'bad' : ''}
            icon={icon}
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {confirm}
          </Button>{' '}
          <Button small look="line" id={`${id}-cancel`} onClick={close}>
            {cancel}
          </Button>
        </>
      }
    >
      <p className="small anywhere">{children}</p>
    </Dialog>
  );
}

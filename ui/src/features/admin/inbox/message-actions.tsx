import type { MessageStatus } from '@coachsite/core/contact';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmDialog, Icon, type IconName } from '../../../design/index.ts';

const moves = [
  { to: 'new', icon: 'undo' },
  { to: 'archived', icon: 'archive' },
  { to: 'spam', icon: 'alert' },
] as const satisfies readonly { to: MessageStatus; icon: IconName }[];

/** Moves a message, or deletes it after confirmation. Source: docs/law-and-search.md#D32. */
export function MessageActions({
  name,
  status,
  isBusy,
  onMove,
  onDelete,
}: {
  readonly name: string;
  readonly status: MessageStatus;
  readonly isBusy: boolean;
  onMove(status: MessageStatus): void;
  onDelete(): void;
}) {
  const { t } = useTranslation('admin');
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <ul className="kv tight">
        {moves
          .filter(({ to }) => to !== status)
          .map(({ to, icon }) => (
            <li key={to}>
              <Icon name={icon} />
              <div>
                <b>{t(`inbox.why.${to}`)}</b>
              </div>
              <Button small look="line" disabled={isBusy} onClick={() => onMove(to)}>
                {t(`inbox.move.${to}`)}
              </Button>
            </li>
          ))}
        <li>
          <Icon name="trash" />
          <div>
            <b>{t('inbox.delete.name')}</b>
          </div>
          <Button small look="line" disabled={isBusy} onClick={() => dialog.current?.showModal()}>
            {t('inbox.delete.action')}
          </Button>
        </li>
      </ul>
      <ConfirmDialog
        ref={dialog}
        id="delete-message"
        title={t('inbox.delete.title')}
        icon="trash"
        isBad
        confirm={t('inbox.delete.action')}
        cancel={t('inbox.delete.cancel')}
        onConfirm={onDelete}
      >
        {t('inbox.delete.text', { name })}
      </ConfirmDialog>
    </>
  );
}

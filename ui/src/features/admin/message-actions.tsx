import type { MessageStatus } from '@coachsite/core/contact';
import { useRef } from 'react';
import { Button, Dialog, Icon, type IconName } from '../../design/index.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const moves = [
  { to: 'new', icon: 'undo' },
  { to: 'archived', icon: 'archive' },
  { to: 'spam', icon: 'alert' },
] as const satisfies readonly { to: MessageStatus; icon: IconName }[];

/** Moves a message, or deletes it after one question. Source: design §10; legal reference D32. */
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
          <Button
            small
            className="bad"
            disabled={isBusy}
            onClick={() => dialog.current?.showModal()}
          >
            {t('inbox.delete.action')}
          </Button>
        </li>
      </ul>
      <Dialog
        ref={dialog}
        id="delete-message"
        title={t('inbox.delete.title')}
        actions={
          <>
            <Button
              small
              className="bad"
              icon="trash"
              onClick={() => {
                dialog.current?.close();
                onDelete();
              }}
            >
              {t('inbox.delete.action')}
            </Button>
            <Button small look="line" onClick={() => dialog.current?.close()}>
              {t('inbox.delete.cancel')}
            </Button>
          </>
        }
      >
        <p className="small anywhere">{t('inbox.delete.text', { name })}</p>
      </Dialog>
    </>
  );
}

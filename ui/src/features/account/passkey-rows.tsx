import type { OwnPasskey } from '@coachsite/adapters/browser';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmDialog, KeyValueRows } from '../../design/index.ts';
import { usePress } from '../../forms/index.ts';
import { localeOf } from '../../i18n/format.ts';
import { keeper } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';
import { isGone, passkeys, SignInAgain, usePasskeyErrorText } from '../passkey/index.ts';
import { RenamePasskey } from './rename-passkey.tsx';

/** The rows of the passkeys: when each was added and last used, whether other devices have it too, and its actions. */
export function PasskeyRows({
  list,
  look,
}: {
  readonly list: readonly OwnPasskey[];
  /** Reads the list again. */
  look(): Promise<void>;
}) {
  const { t, i18n } = useTranslation(['passkey', 'common']);
  const [renamed, setRenamed] = useState<string>();
  const removing = useRemoval(look);
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium' });
  const noteOf = ({ created_at: created, last_used_at: used, backed_up: isSynced }: OwnPasskey) =>
    [
      t('since', { day: day.format(new Date(created)) }),
      used ? t('used', { day: day.format(new Date(used)) }) : t('unused'),
      t(isSynced ? 'synced' : 'single'),
    ].join(' · ');
  if (list.length === 0) return null;
  return (
    <>
      {removing.isOld ? <SignInAgain panel="passkeys" /> : null}
      <KeyValueRows
        rows={list.map((passkey) => {
          const { id, friendly_name: name } = passkey;
          if (renamed === id) {
            const onDone = () => setRenamed(undefined);
            return { id, name: <RenamePasskey passkey={passkey} look={look} onDone={onDone} /> };
          }
          return {
            id,
            icon: 'key',
            name: <span className="anywhere">{name}</span>,
            note: noteOf(passkey),
            action: (
              <span className="row gap-2">
                <Button
                  small
                  look="line"
                  aria-label={t('renameLabel', { name })}
                  onClick={() => setRenamed(id)}
                >
                  {t('rename')}
                </Button>{' '}
                <Button
                  small
                  look="line"
                  icon="trash"
                  busy={removing.isBusy && removing.chosen?.id === id}
                  busyLabel={t('common:loading.busy')}
                  aria-label={t('removeLabel', { name })}
                  onClick={() => removing.ask(passkey)}
                >
                  {t('remove')}
                </Button>
              </span>
            ),
          };
        })}
      />
      <ConfirmDialog
        ref={removing.dialog}
        id="remove-passkey"
        title={t('removeTitle', { name: removing.chosen?.friendly_name ?? '' })}
        icon="trash"
        isBad
        confirm={t('remove')}
        cancel={t('keep')}
        onConfirm={removing.press}
      >
        {t('removeText')}
      </ConfirmDialog>
    </>
  );
}

/** Removes a passkey, after asking; `isOld` when the session is too old for that. */
function useRemoval(look: () => Promise<void>) {
  const { t } = useTranslation('passkey');
  const errorText = usePasskeyErrorText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<OwnPasskey>();
  const [isOld, setOld] = useState(false);
  const pressing = usePress(async () => {
    if (!chosen) return;
    const removed = await passkeys.remove(chosen.id);
    if (removed.isErr()) {
      if (removed.error.kind === 'reauthentication_needed') return setOld(true);
      toast({ system: 'form', tone: 'bad', title: errorText(removed.error) });
      if (isGone(removed.error)) await look();
      return;
    }
    // A session that began with it no longer proves its user.
    await keeper.refresh();
    await look();
    toast({ system: 'form', tone: 'good', title: t('removed', { name: chosen.friendly_name }) });
  });
  const ask = (passkey: OwnPasskey) => {
    setChosen(passkey);
    dialog.current?.showModal();
  };
  return { ...pressing, dialog, chosen, isOld, ask };
}

import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAsJson } from '../../browser/save-as.ts';
import { Button, Dialog, KeyValueRows, Notice, useFocusHeir } from '../../design/index.ts';
import {
  ActionButton,
  codeOf,
  focusField,
  PasswordField,
  SentCodeField,
  textOf,
  usePress,
  useSubmit,
} from '../../forms/index.ts';
import { auth, calls, keeper } from '../../session/compose.ts';
import { useErrorText } from '../mfa/index.ts';
import { toast } from '../notification/index.ts';
import { AccountPanel } from './account-panel.tsx';

/**
 * Exports the data of the account as a file, and deletes the account.
 * Source: docs/law-and-search.md#D50, docs/law-and-search.md#D51.
 */
export function DataPanel() {
  const { t } = useTranslation(['mfa', 'common']);
  const text = useErrorText();
  const dialog = useRef<HTMLDialogElement>(null);
  const press = async () => {
    const data = await calls.get<unknown>('/api/account/export');
    if (data.isOk()) saveAsJson('account.json', data.value);
    else toast({ system: 'form', tone: 'bad', title: text(data.error) });
  };
  return (
    <AccountPanel id="data" title={t('data.title')}>
      <KeyValueRows
        rows={[
          {
            id: 'export',
            icon: 'download',
            name: t('data.export.name'),
            note: t('data.export.note'),
            action: (
              <ActionButton icon="download" onPress={press}>
                {t('data.export.action')}
              </ActionButton>
            ),
          },
          {
            id: 'delete',
            icon: 'trash',
            name: t('data.delete.name'),
            note: t('data.delete.note'),
            action: (
              <Button small look="line" icon="trash" onClick={() => dialog.current?.showModal()}>
                {t('data.delete.action')}
              </Button>
            ),
          },
        ]}
      />
      <DeleteDialog dialog={dialog} />
    </AccountPanel>
  );
}

/** The code field replaces the button that requested the code. */
const heirs = ['input'] as const;

/** Confirms the deletion with the password, or with a code sent for it. */
function DeleteDialog({ dialog }: { readonly dialog: React.RefObject<HTMLDialogElement | null> }) {
  const { t } = useTranslation(['mfa', 'auth', 'common', 'problems']);
  const text = useErrorText();
  const router = useRouter();
  useFocusHeir(dialog, heirs);
  const [byCode, setByCode] = useState(false);
  const [error, setError] = useState<string>();
  const [missing, setMissing] = useState<string>();
  const [round, setRound] = useState(0);
  const { isBusy, submit } = useSubmit(async (form) => {
    setError(undefined);
    const name = byCode ? 'nonce' : 'password';
    const proof = byCode ? codeOf(form, name) : textOf(form, name);
    // The server would treat a request without proof as a request for a code.
    if (proof === '') {
      setMissing(
        t(byCode ? 'problems:reauthentication_needed' : 'auth:formError.password_missing'),
      );
      focusField(form, name);
      return;
    }
    const closed = await calls.delete('/api/account', { body: { [name]: proof } });
    if (closed.isErr()) {
      // Of a cancelled try nothing stays.
      if (dialog.current?.open) setError(text(closed.error));
      return;
    }
    dialog.current?.close();
    await router.navigate({ to: '/' });
    keeper.forget();
    toast({ system: 'form', tone: 'good', title: t('data.delete.done') });
  });
  const code = usePress(async () => {
    const sent = await auth.reauthenticate();
    if (sent.isErr()) setError(text(sent.error));
    else {
      setError(undefined);
      setMissing(undefined);
      setByCode(true);
    }
  });
  return (
    <Dialog
      ref={dialog}
      id="delete-account"
      title={t('data.delete.title')}
      onClose={() => {
        setError(undefined);
        setMissing(undefined);
        // Remounts the form: no password stays in the page, and none is shown when it opens again.
        setRound((before) => before + 1);
      }}
      actions={
        <>
          <Button
            type="submit"
            form="delete-account-form"
            className="bad"
            small
            icon="trash"
            busy={isBusy}
            busyLabel={t('common:loading.busy')}
          >
            {t('data.delete.action')}
          </Button>{' '}
          <Button small look="line" onClick={() => dialog.current?.close()}>
            {t('remove.cancel')}
          </Button>
        </>
      }
    >
      <form
        key={round}
        id="delete-account-form"
        className="stack gap-4"
        method="dialog"
        noValidate
        data-app
        onSubmit={submit}
      >
        <p className="small">{t('data.delete.text')}</p>
        {error ? <Notice tone="bad" alert title={error} /> : null}
        {byCode ? (
          <SentCodeField
            id="delete-nonce"
            name="nonce"
            label={t('data.delete.code')}
            error={missing}
            onInput={() => setMissing(undefined)}
          />
        ) : (
          <>
            <PasswordField
              id="delete-password"
              label={t('auth:field.password')}
              error={missing}
              onInput={() => {
                setError(undefined);
                setMissing(undefined);
              }}
            />
            <p>
              <button className="link as-text" type="button" onClick={code.press}>
                {t('data.delete.noPassword')}
              </button>
            </p>
          </>
        )}
      </form>
    </Dialog>
  );
}

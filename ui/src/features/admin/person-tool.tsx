import { checkEmail } from '@coachsite/core/account';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmDialog, Notice } from '../../design/index.ts';
import { EmailField, focusField, textOf, usePress, useSubmit } from '../../forms/index.ts';
import { usePerson } from './use-person.ts';

/**
 * Exports or erases everything kept under one e-mail address, for requests under the GDPR.
 * Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50.
 */
export function PersonTool({ onErased }: { onErased(): void }) {
  const { t } = useTranslation(['admin', 'common']);
  const { outcome, clear, exportOf, erase } = usePerson(onErased);
  const form = useRef<HTMLFormElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<string>();
  const [email, setEmail] = useState('');

  /** The canonical e-mail address; undefined if the field shows an error. */
  const readEmail = () => {
    clear();
    if (!form.current) return undefined;
    const checked = checkEmail(textOf(form.current, 'email'));
    if (checked.isOk()) return checked.value;
    setError(checked.error.reasons.map((reason) => t(`common:emailReason.${reason}`)).join(', '));
    focusField(form.current, 'email');
    return undefined;
  };
  const exporting = useSubmit(async () => {
    const person = readEmail();
    if (person !== undefined) await exportOf(person);
  });
  const erasing = usePress(() => erase(email));
  const confirmErasure = () => {
    const person = readEmail();
    if (person === undefined) return;
    setEmail(person);
    dialog.current?.showModal();
  };
  return (
    <section className="stack gap-4 mt-5 mw-44" aria-labelledby="person-title">
      <h3 className="h-4" id="person-title">
        {t('inbox.person.title')}
      </h3>
      <p className="small">{t('inbox.person.text')}</p>
      <form
        ref={form}
        className="stack gap-4"
        method="dialog"
        noValidate
        data-app
        onSubmit={exporting.submit}
      >
        <EmailField
          id="person-email"
          label={t('inbox.person.email')}
          error={error}
          autoComplete="off"
          onInput={() => setError(undefined)}
        />
        <p className="row gap-3">
          <Button
            type="submit"
            small
            look="line"
            icon="download"
            busy={exporting.isBusy}
            busyLabel={t('common:loading.busy')}
            disabled={erasing.isBusy}
          >
            {t('inbox.person.export')}
          </Button>
          <Button
            small
            className="bad"
            icon="trash"
            busy={erasing.isBusy}
            busyLabel={t('common:loading.busy')}
            disabled={exporting.isBusy}
            onClick={confirmErasure}
          >
            {t('inbox.person.erase')}
          </Button>
        </p>
      </form>
      {outcome ? (
        <Notice tone={outcome.tone} className="anywhere" title={outcome.title}>
          {outcome.text}
        </Notice>
      ) : null}
      <ConfirmDialog
        ref={dialog}
        id="erase-person"
        title={t('inbox.person.ask')}
        icon="trash"
        isBad
        confirm={t('inbox.person.confirm')}
        cancel={t('inbox.person.cancel')}
        onConfirm={() => erasing.press()}
      >
        {t('inbox.person.consequence', { email })}
      </ConfirmDialog>
    </section>
  );
}

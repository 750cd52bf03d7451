import { readPhone } from '@coachsite/adapters/contract';
import { checkEmail, checkPersonPhone } from '@coachsite/core/account';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Chips, ConfirmDialog, Input, joinErrors, Notice } from '../../../design/index.ts';
import { EmailField, focusField, textOf, usePress, useSubmit } from '../../../forms/index.ts';
import { nameOf, type Sought, usePerson } from './use-person.ts';

type SearchedBy = 'email' | 'phone';

/**
 * Exports or erases everything kept under one e-mail address or phone number, for requests under the GDPR.
 * Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50.
 */
export function PersonTool({ onErased }: { onErased(): void }) {
  const { t } = useTranslation(['admin', 'common']);
  const { outcome, clear, exportOf, find, erase } = usePerson(onErased);
  const form = useRef<HTMLFormElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<string>();
  const [by, setBy] = useState<SearchedBy>('email');
  const [found, setFound] = useState<Awaited<ReturnType<typeof find>>>();

  /** The address, or the number as it was typed; or the text of its error. */
  const check = (typed: string): Sought | string => {
    if (by === 'phone') {
      return checkPersonPhone({ readPhone }, typed).match(
        () => ({ phone: typed }),
        () => t('inbox.person.phoneInvalid'),
      );
    }
    return checkEmail(typed).match(
      (email) => ({ email }),
      ({ reasons }) => joinErrors(reasons.map((reason) => t(`common:emailReason.${reason}`))),
    );
  };
  /** Whom the field names; undefined if it shows an error. */
  const readPerson = () => {
    clear();
    if (!form.current) return undefined;
    const checked = check(textOf(form.current, by));
    if (typeof checked !== 'string') return checked;
    setError(checked);
    focusField(form.current, by);
    return undefined;
  };
  const exporting = useSubmit(async () => {
    const person = readPerson();
    if (person !== undefined) await exportOf(person);
  });
  const erasing = usePress(async () => {
    if (found) await erase(found.person);
  });
  const finding = usePress(async () => {
    setFound(undefined);
    const person = readPerson();
    if (person === undefined) return;
    setFound(await find(person));
  });
  useEffect(() => {
    // The button has its focus back by now, so the dialog returns it there when it closes.
    if (found !== undefined && !finding.isBusy) dialog.current?.showModal();
  }, [found, finding.isBusy]);
  return (
    <div className="stack gap-4 mw-44">
      <p className="small">{t('inbox.person.text')}</p>
      <form
        ref={form}
        className="stack gap-4"
        method="dialog"
        noValidate
        data-app
        onSubmit={exporting.submit}
      >
        <Chips<SearchedBy>
          legend={t('inbox.person.by')}
          showLegend
          name="person-by"
          value={by}
          chips={[
            { value: 'email', label: t('inbox.person.byEmail') },
            { value: 'phone', label: t('inbox.person.byPhone') },
          ]}
          onChange={(next) => {
            setBy(next);
            setError(undefined);
            clear();
          }}
        />
        {by === 'email' ? (
          <EmailField
            id="person-email"
            label={t('inbox.person.email')}
            error={error}
            autoComplete="off"
            onInput={() => setError(undefined)}
          />
        ) : (
          <Input
            id="person-phone"
            name="phone"
            type="tel"
            label={t('inbox.person.phone')}
            hint={t('inbox.person.phoneHint')}
            error={error}
            autoComplete="off"
            required
            onInput={() => setError(undefined)}
          />
        )}
        <p className="row gap-3">
          <Button
            type="submit"
            small
            look="line"
            icon="download"
            busy={exporting.isBusy}
            busyLabel={t('common:loading.busy')}
            disabled={erasing.isBusy || finding.isBusy}
          >
            {t('inbox.person.export')}
          </Button>{' '}
          <Button
            small
            look="line"
            icon="trash"
            busy={erasing.isBusy || finding.isBusy}
            busyLabel={t('common:loading.busy')}
            disabled={exporting.isBusy}
            onClick={finding.press}
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
        <b className="block mb-2">{found?.text}</b>{' '}
        {t('inbox.person.consequence', { email: found ? nameOf(found.person) : '' })}
      </ConfirmDialog>
    </div>
  );
}

import type { Overview } from '@coachsite/adapters/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Input, Notice } from '../../design/index.ts';
import { focusField, textOf, usePress, useSubmit } from '../../forms/index.ts';
import { longDate } from '../../i18n/format.ts';
import { calls } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';
import { AdminBlock } from './parts/block.tsx';
import { useBlock } from './parts/use-block.ts';

type Pause = NonNullable<Overview['pause']>;

const path = '/api/admin/pause';

/** Why a date is rejected; a key of the texts. */
type DateError = 'required' | 'not_a_date' | 'before_from' | 'over' | 'too_long';
type DateErrors = Readonly<Partial<Record<keyof Pause, DateError>>>;

/** The days off of the coach, during which the promise to reply stands still. */
export function PauseBlock({ onChanged }: { onChanged(): void }) {
  const { t, i18n } = useTranslation(['admin', 'common']);
  const block = useBlock<Pause | null>(path);
  const [errors, setErrors] = useState<DateErrors>({});
  const done = (title: string) => {
    toast({ system: 'form', tone: 'good', title });
    block.reload();
    onChanged();
  };
  const fail = () => toast({ system: 'form', tone: 'bad', title: t('inbox.failed') });
  const saving = useSubmit(async (form) => {
    const saved = await calls.put(path, {
      from: textOf(form, 'from'),
      until: textOf(form, 'until'),
    });
    if (saved.isOk()) {
      setErrors({});
      return done(t('pause.saved'));
    }
    if (saved.error.kind !== 'validation_failed') return fail();
    // Of this call the fields are the two dates.
    const wrong = saved.error.fields as DateErrors;
    setErrors(wrong);
    focusField(form, wrong.from ? 'from' : 'until');
  });
  const ending = usePress(async () => {
    const ended = await calls.delete(path);
    if (ended.isErr()) return fail();
    done(t('pause.ended'));
  });
  const clear = ({ currentTarget }: FormEvent<HTMLInputElement>) =>
    setErrors((before) => ({ ...before, [currentTarget.name]: undefined }));
  const errorOf = (field: keyof Pause) => {
    const error = errors[field];
    return error && t(`pause.errors.${error}`);
  };
  const day = (date: string) => longDate(date, i18n.language);
  return (
    <AdminBlock id="pause" title={t('pause.title')} rows={2} block={block}>
      {(pause) => (
        <div className="stack gap-4 mw-44">
          {pause ? (
            <Notice
              tone="info"
              icon="clock"
              title={t('pause.set', { from: day(pause.from), until: day(pause.until) })}
              actions={
                <Button
                  small
                  look="line"
                  busy={ending.isBusy}
                  busyLabel={t('common:loading.busy')}
                  onClick={() => ending.press()}
                >
                  {t('pause.end')}
                </Button>
              }
            />
          ) : null}
          <p className="small">{t('pause.text')}</p>
          <form
            key={pause ? pause.from + pause.until : 'none'}
            className="stack gap-4"
            method="dialog"
            noValidate
            data-app
            onSubmit={saving.submit}
          >
            <div className="row gap-4 search-form">
              {(['from', 'until'] as const).map((field) => (
                <Input
                  key={field}
                  id={`pause-${field}`}
                  name={field}
                  type="date"
                  label={t(`pause.${field}`)}
                  defaultValue={pause?.[field]}
                  error={errorOf(field)}
                  required
                  // The form is drawn anew with what the server says next.
                  readOnly={saving.isBusy || ending.isBusy || block.isLoading}
                  onInput={clear}
                />
              ))}
            </div>
            <p>
              <Button
                type="submit"
                small
                look="line"
                icon="check"
                busy={saving.isBusy}
                busyLabel={t('common:loading.busy')}
              >
                {t('pause.save')}
              </Button>
            </p>
          </form>
        </div>
      )}
    </AdminBlock>
  );
}

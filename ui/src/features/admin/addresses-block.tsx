import type { Missed, Redirects } from '@coachsite/adapters/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Input, Notice } from '../../design/index.ts';
import { focusField, textOf, usePress, useSubmit } from '../../forms/index.ts';
import { AdminBlock } from './parts/block.tsx';
import { useNow, useTimes } from './parts/times.ts';
import { useOneAtATime } from './parts/use-one-at-a-time.ts';
import { type AddressErrors, readable, useAddresses } from './use-addresses.ts';

/** How many of the missed paths are shown. Source: docs/contract.md#3. */
const shownMissed = 20;

/** Old addresses and where they lead, and the paths that people miss. Source: docs/rules.md#reading-redirects. */
export function AddressesBlock() {
  const { t } = useTranslation('admin');
  const { table, missed, add, remove, undo } = useAddresses();
  const [from, setFrom] = useState('');
  const [errors, setErrors] = useState<AddressErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const undoing = usePress(async () => void (await undo?.()));
  const saving = useSubmit(async (typed) => {
    const to = textOf(typed, 'to').trim();
    const wrong = await add({ from: textOf(typed, 'from'), to: to === '' ? null : to });
    setErrors(wrong ?? {});
    if (wrong) return focusField(typed, wrong.from ? 'from' : 'to');
    typed.reset();
    setFrom('');
  });
  const lead = (path: string) => {
    setFrom(path);
    setErrors({});
    const target = form.current?.elements.namedItem('to');
    if (target instanceof HTMLElement) target.focus();
  };
  const field = (name: 'from' | 'to') => ({
    id: `addresses-${name}`,
    name,
    label: t(`addresses.${name}`),
    error: errors[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 400,
    readOnly: saving.isBusy,
  });
  return (
    <AdminBlock id="addresses" full title={t('addresses.title')} block={table}>
      {({ redirects }) => (
        <div className="stack gap-5">
          <p className="small mw-44">{t('addresses.text')}</p>
          <form
            ref={form}
            className="stack gap-4 mw-44"
            method="dialog"
            noValidate
            data-app
            onSubmit={saving.submit}
          >
            <Input
              {...field('from')}
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
            <Input {...field('to')} hint={t('addresses.toHint')} />
            <p>
              <Button type="submit" small look="line" icon="check" busy={saving.isBusy}>
                {t('addresses.save')}
              </Button>
            </p>
          </form>
          {undo ? (
            <p>
              <Button small look="line" busy={undoing.isBusy} onClick={() => undoing.press()}>
                {t('addresses.undo')}
              </Button>
            </p>
          ) : null}
          {redirects.length > 0 ? <RedirectTable rows={redirects} onRemove={remove} /> : null}
          {missed.data ? <MissedTable paths={missed.data.paths} onLead={lead} /> : null}
        </div>
      )}
    </AdminBlock>
  );
}

function RedirectTable({
  rows,
  onRemove,
}: {
  readonly rows: Redirects['redirects'];
  onRemove(row: Redirects['redirects'][number]): Promise<unknown>;
}) {
  const { t } = useTranslation('admin');
  const { busyId, run } = useOneAtATime<(typeof rows)[number]>(async (row) => {
    await onRemove(row);
  });
  return (
    <table className="tbl cards">
      <caption className="sr">{t('addresses.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('addresses.from')}</th>
          <th scope="col">{t('addresses.to')}</th>
          <th scope="col">
            <span className="sr">{t('addresses.remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.from}>
            <td className="full anywhere">{readable(row.from)}</td>
            <td className="small anywhere">
              {row.to === null ? t('addresses.gone') : <a href={row.to}>{readable(row.to)}</a>}
            </td>
            <td className="right whole">
              <Button small look="line" busy={busyId === row} onClick={() => run(row)}>
                {t('addresses.remove')} <span className="sr">{readable(row.from)}</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MissedTable({
  paths,
  onLead,
}: {
  readonly paths: Missed['paths'];
  onLead(path: string): void;
}) {
  const { t } = useTranslation('admin');
  const { moment, number } = useTimes(useNow());
  if (paths.length === 0)
    return (
      <Notice tone="info" icon="check" title={t('addresses.noneMissed')}>
        {t('addresses.noneMissedText')}
      </Notice>
    );
  return (
    <div className="stack gap-3">
      <h3 className="h-4">{t('addresses.missed')}</h3>
      <p className="note">{t('addresses.missedText')}</p>
      <table className="tbl cards">
        <caption className="sr">{t('addresses.missed')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('addresses.path')}</th>
            <th scope="col">{t('addresses.asked')}</th>
            <th scope="col">
              <span className="sr">{t('addresses.lead')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {paths.slice(0, shownMissed).map(({ path, count, lastAt }) => (
            <tr key={path}>
              <td className="full anywhere">{readable(path)}</td>
              <td className="small num">
                {t('addresses.times', { times: number(count), when: moment(lastAt) })}
              </td>
              <td className="right whole">
                <Button small look="line" onClick={() => onLead(path)}>
                  {t('addresses.lead')} <span className="sr">{readable(path)}</span>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

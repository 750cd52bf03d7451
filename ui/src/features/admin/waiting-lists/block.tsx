import type { Interests } from '@coachsite/adapters/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../design/index.ts';
import { useListName } from '../../../i18n/list-name.ts';
import { AdminBlock } from '../parts/block.tsx';
import { CsvLink } from '../parts/block-actions.tsx';
import { useNow, useTimes } from '../parts/times.ts';
import type { Block } from '../parts/use-block.ts';
import { NotifyMeList } from './list.tsx';

const path = '/api/admin/notify';
const shownAtFirst = 5;
/**
 * How soon the list is read again while mails leave, in milliseconds. Most mails leave within seconds. A launch with a
 * pace takes hours, and each request of an admin adds a row to the log, so that one is read less often.
 */
const soonMs = 3000;
const laterMs = 30_000;
/** How often the list is read soon after a change. */
const soonReads = 5;

/** Whether mails leave without anybody doing anything. */
const isMoving = ({ interests, launches }: Interests) =>
  launches.some(({ isPaused }) => !isPaused) || interests.some(({ launchQueued }) => launchQueued);

/** The confirmed interests in each program and in the next article: one tick per waiting e-mail address. */
export function NotifyMeBlock({ block }: { readonly block: Block<Interests> }) {
  const { t } = useTranslation('admin');
  const { data, reload } = block;
  const reads = useRef(0);
  useEffect(() => {
    if (!data || !isMoving(data)) return;
    reads.current += 1;
    const timer = setTimeout(reload, reads.current > soonReads ? laterMs : soonMs);
    return () => clearTimeout(timer);
  }, [data, reload]);
  const onAnnounced = () => {
    reads.current = 0;
    reload();
  };
  return (
    <AdminBlock
      id="notify"
      full
      title={t('notify.title')}
      rows={5}
      block={block}
      aside={
        <CsvLink block="notify" href={`${path}?format=csv`}>
          {t('notify.csv')}
        </CsvLink>
      }
    >
      {(lists) => (
        <>
          <NotifyMeList {...lists} onAnnounced={onAnnounced} />
          {lists.interests.length > 0 ? (
            <InterestTable interests={lists.interests} />
          ) : (
            <Notice tone="info" icon="bell" title={t('notify.empty')}>
              {t('notify.emptyText')}
            </Notice>
          )}
        </>
      )}
    </AdminBlock>
  );
}

function InterestTable({ interests }: Pick<Interests, 'interests'>) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? interests : interests.slice(0, shownAtFirst);
  const nameOf = useListName();
  return (
    <>
      <table className="tbl cards">
        <caption className="sr">{t('notify.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('notify.email')}</th>
            <th scope="col">{t('notify.program')}</th>
            <th scope="col">{t('notify.confirmed')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ email, programId, confirmedAt }) => (
            <tr key={`${email} ${programId}`}>
              <td className="full anywhere">{email}</td>
              <td className="small">{nameOf(programId)}</td>
              <td className="small num">{moment(confirmedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="row between">
        <span className="small num">
          {t('notify.shown', { shown: shown.length, total: interests.length })}
        </span>{' '}
        {shown.length < interests.length ? (
          <button className="link as-text" type="button" onClick={() => setShowsAll(true)}>
            {t('notify.all', { count: interests.length })}
          </button>
        ) : null}
      </p>
    </>
  );
}

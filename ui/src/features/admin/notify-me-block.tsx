import type { Interests } from '@coachsite/adapters/contract';
import { findProgram } from '@coachsite/core/catalogue';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink, Notice } from '../../design/index.ts';
import { AdminBlock } from './admin-block.tsx';
import { NotifyMeList } from './notify-me-list.tsx';
import { useNow, useTimes } from './times.ts';
import type { Block } from './use-block.ts';

const path = '/api/admin/notify';
const shownAtFirst = 5;
/**
 * How soon the list is read again, in milliseconds: mails that are on their way leave within seconds, and a launch at its
 * pace takes hours.
 */
const soonMs = 3000;
const pacedMs = 30_000;

/** Undefined when nothing changes by itself. */
function reloadAfterMs({ interests, launches }: Interests): number | undefined {
  const running = launches.filter(({ isPaused }) => !isPaused);
  if (running.some(({ perHour }) => perHour !== null)) return pacedMs;
  return running.length > 0 || interests.some(({ launchQueued }) => launchQueued)
    ? soonMs
    : undefined;
}

/**
 * The confirmed interests in each program: one tick per waiting e-mail address. Source: docs/contract.md#3,
 * docs/design.md#10.
 */
export function NotifyMeBlock({ block }: { readonly block: Block<Interests> }) {
  const { t } = useTranslation('admin');
  const { data, reload } = block;
  useEffect(() => {
    const afterMs = data && reloadAfterMs(data);
    if (afterMs === undefined) return;
    const timer = setTimeout(reload, afterMs);
    return () => clearTimeout(timer);
  }, [data, reload]);
  return (
    <AdminBlock
      id="notify"
      full
      title={t('notify.title')}
      rows={4}
      block={block}
      aside={
        <ButtonLink small look="line" icon="download" href={`${path}?format=csv`} download>
          {t('notify.csv')}
        </ButtonLink>
      }
    >
      {({ interests, launches }) => (
        <>
          <NotifyMeList interests={interests} launches={launches} onAnnounced={block.reload} />
          {interests.length > 0 ? (
            <InterestTable interests={interests} />
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
  const { t } = useTranslation(['admin', 'programs']);
  const { moment } = useTimes(useNow());
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? interests : interests.slice(0, shownAtFirst);
  const nameOf = (programId: string) => {
    const program = findProgram(programId);
    return program ? t(`programs:items.${program.id}.name`) : programId;
  };
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
        </span>
        {shown.length < interests.length ? (
          <button className="link as-text" type="button" onClick={() => setShowsAll(true)}>
            {t('notify.all', { count: interests.length })}
          </button>
        ) : null}
      </p>
    </>
  );
}

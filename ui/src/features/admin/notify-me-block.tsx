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
/** While launch mails are on their way the list is read again, in milliseconds. */
const reloadMs = 3000;

/**
 * The confirmed interests in each program: one tick per waiting e-mail address. Source: docs/contract.md#3,
 * docs/design.md#10.
 */
export function NotifyMeBlock({ block }: { readonly block: Block<Interests> }) {
  const { t } = useTranslation('admin');
  const { data, reload } = block;
  useEffect(() => {
    // Mails leave within seconds, unless the mail server is down.
    if (!data?.interests.some(({ launchQueued }) => launchQueued)) return;
    const timer = setTimeout(reload, reloadMs);
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
      {({ interests }) => (
        <>
          <NotifyMeList interests={interests} onAnnounced={block.reload} />
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

function InterestTable({ interests }: Interests) {
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

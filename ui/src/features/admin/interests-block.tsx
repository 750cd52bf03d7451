import type { Interests } from '@coachsite/adapters/wire';
import { findProgram, programs } from '@coachsite/core/catalogue';
import { useState } from 'react';
import { ButtonLink, Notice, Tally } from '../../design/index.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AdminBlock } from './admin-block.tsx';
import { useNow, useTimes } from './times.ts';
import { useBlock } from './use-block.ts';

const path = '/api/admin/notify';
const shownAtFirst = 5;
/** Most ticks drawn for one program; the number beside them says the rest. */
const mostTicks = 40;

/** Who confirmed to want to hear of which program: one tick per address. Source: contract §3; design §10. */
export function InterestsBlock({ full }: { readonly full: boolean }) {
  const { t } = useTranslation(['admin', 'programs']);
  const block = useBlock<Interests>(path);
  return (
    <AdminBlock
      id="notify"
      full={full}
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
          <ul className="kv tight">
            {programs.map(({ id }) => {
              const count = interests.filter(({ programId }) => programId === id).length;
              return (
                <li key={id}>
                  <div>
                    <b>{t(`programs:items.${id}.name`)}</b>
                  </div>
                  <span className="count nowrap items-center">
                    <Tally n={Math.min(count, mostTicks)} lit={mostTicks} size="s" look="hot" />
                    <span className="num right min-2">{count}</span>
                  </span>
                </li>
              );
            })}
          </ul>
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

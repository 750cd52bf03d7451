import type { UnsentMails } from '@coachsite/adapters/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Notice } from '../../../design/index.ts';
import { AdminBlock } from '../parts/block.tsx';
import { RefreshButton } from '../parts/block-actions.tsx';
import { useNow, useTimes } from '../parts/times.ts';
import { MailTable } from './table.tsx';
import { useMails } from './use-mails.ts';

/** Rows at first; a launch while the mail server is down makes hundreds. */
const shownAtFirst = 10;

/** The mails that wait or were given up, why, and sending them again. Source: docs/security.md#DR-13. */
export function MailsBlock() {
  const { t } = useTranslation(['admin', 'common']);
  const { block, busyIds, retry } = useMails();
  const [showsAll, setShowsAll] = useState(false);
  return (
    <AdminBlock
      id="mails"
      full
      title={t('mails.title')}
      rows={3}
      block={block}
      aside={
        <p className="row gap-3">
          {block.data ? <Counts mails={block.data} /> : null}
          <RefreshButton block="mails" onPress={block.reload}>
            {t('mails.refresh')}
          </RefreshButton>
        </p>
      }
    >
      {(data) => {
        const { mails } = data;
        if (mails.length === 0) {
          return (
            <Notice tone="info" icon="mail" title={t('mails.empty')}>
              {t('mails.emptyText')}
            </Notice>
          );
        }
        const shown = showsAll ? mails : mails.slice(0, shownAtFirst);
        const givenUp = mails.filter(({ state, canRetry }) => state === 'failed' && canRetry);
        const ids = givenUp.map(({ id }) => id);
        return (
          <>
            <Pause pause={data.pause} />
            <MailTable
              mails={shown}
              paused={data.pause !== null}
              busyIds={busyIds}
              onRetry={(id) => retry([id])}
            />
            <div className="row between">
              <span className="small num" role="status">
                {t('mails.shown', { shown: shown.length, total: data.waiting + data.failed })}
              </span>{' '}
              <span className="row gap-3">
                {shown.length < mails.length ? (
                  <button className="link as-text" type="button" onClick={() => setShowsAll(true)}>
                    {t('mails.all', { count: mails.length })}
                  </button>
                ) : null}{' '}
                {ids.length > 1 ? (
                  <Button
                    small
                    look="line"
                    icon="mail"
                    busy={busyIds !== undefined && busyIds.length > 1}
                    busyLabel={t('common:loading.busy')}
                    disabled={busyIds !== undefined}
                    onClick={() => retry(ids)}
                  >
                    {t('mails.retryAll')}
                  </Button>
                ) : null}
              </span>
            </div>
          </>
        );
      }}
    </AdminBlock>
  );
}

/** How many were given up, and how many wait. */
function Counts({ mails: { failed, waiting } }: { readonly mails: UnsentMails }) {
  const { t } = useTranslation('admin');
  const said = [
    ...(failed > 0 ? [t('mails.failed', { count: failed })] : []),
    ...(waiting > 0 ? [t('mails.waiting', { count: waiting })] : []),
  ];
  return said.length > 0 ? <span className="small num">{said.join(', ')}</span> : null;
}

/** Why no mail leaves at the moment, and when the next one is tried. */
function Pause({ pause }: { readonly pause: UnsentMails['pause'] }) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  if (!pause) return null;
  return (
    <Notice tone="bad" icon="clock" title={t('mails.pauseTitle')}>
      {t(`mails.problems.${pause.problem}`)} {t('mails.pauseNext', { time: moment(pause.until) })}
    </Notice>
  );
}

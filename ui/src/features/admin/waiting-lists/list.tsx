import type { Interests } from '@coachsite/adapters/contract';
import { programs, type WaitingListId } from '@coachsite/core/catalogue';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Tally } from '../../../design/index.ts';
import { useListName } from '../../../i18n/list-name.ts';
import { useNow, useTimes } from '../parts/times.ts';
import { dueForArticle } from './due-for-article.ts';
import { LaunchDialog } from './launch-dialog.tsx';
import { LaunchProgress } from './launch-progress.tsx';
import { useLaunch } from './use-launch.ts';

/** Maximum number of ticks for one program; the number beside them is exact. */
const mostTicks = 40;

/** The waiting lists: of each program, and of the next article. */
const listIds: readonly WaitingListId[] = [...programs.map(({ id }) => id), 'next-article'];

/** The number of people waiting, of launch mails that have not left, of people notified, and the last time. */
function countsOf(interests: Interests['interests'], id: WaitingListId) {
  const joined = interests.filter(({ programId }) => programId === id);
  const notified = joined.flatMap(({ announcedAt }) => announcedAt ?? []);
  const leaving = joined.filter(({ launchQueued }) => launchQueued).length;
  return {
    waiting: joined.length - notified.length - leaving,
    leaving,
    notified: notified.length,
    notifiedAt: [...notified].sort().at(-1),
  };
}

/**
 * Each waiting list, how far its launch is, and a button that announces it after a look at the mail. The newest article is
 * announced to those who confirmed before it was there.
 * Source: docs/law-and-search.md#D42.
 */
export function NotifyMeList({
  interests,
  launches,
  newestArticleAt,
  onAnnounced,
}: Interests & {
  onAnnounced(): void;
}) {
  const { t } = useTranslation(['admin', 'common']);
  const nameOf = useListName();
  const { moment } = useTimes(useNow());
  const { busyId, announce, change } = useLaunch(onAnnounced);
  const dialog = useRef<HTMLDialogElement>(null);
  // The mail is loaded only when its dialog is open.
  const [chosen, setChosen] = useState<WaitingListId>();
  useEffect(() => {
    if (chosen) dialog.current?.showModal();
  }, [chosen]);
  const choose = (id: WaitingListId) => {
    setChosen(id);
    // Of a dialog that was closed at this moment the event comes later: it is still there, for this very list perhaps.
    if (chosen === id) dialog.current?.showModal();
  };
  const dueOf = (id: WaitingListId, waiting: number) =>
    id === 'next-article' ? dueForArticle({ interests, newestArticleAt }) : waiting;
  return (
    <>
      <ul className="kv">
        {listIds.map((id) => {
          const launch = launches.find(({ programId }) => programId === id);
          const { waiting, leaving, notified, notifiedAt } = countsOf(interests, id);
          const isLaunching = launch !== undefined;
          const isArticle = id === 'next-article';
          return (
            <li key={id}>
              <div>
                <b>{nameOf(id)}</b>{' '}
                <span className="count items-center">
                  {waiting > 0 ? (
                    <Tally n={Math.min(waiting, mostTicks)} lit={mostTicks} size="s" look="hot" />
                  ) : null}
                  <span className="num">{t('notify.waiting', { count: waiting })}</span>
                </span>{' '}
                {isArticle && waiting > dueOf(id, waiting) ? (
                  <span className="note">{t('notify.launch.article.later')}</span>
                ) : null}{' '}
                {leaving > 0 && !isLaunching ? (
                  <a className="link note num" href="#mails">
                    {t('notify.leaving', { count: leaving })}
                  </a>
                ) : null}{' '}
                {notifiedAt === undefined ? null : (
                  <span className="note num">
                    {t('notify.notified', { count: notified, date: moment(notifiedAt) })}
                  </span>
                )}
              </div>
              {dueOf(id, waiting) > 0 && !isLaunching ? (
                <Button
                  small
                  look="line"
                  icon="mail"
                  busy={busyId === id}
                  busyLabel={t('common:loading.busy')}
                  disabled={busyId !== undefined}
                  aria-label={
                    isArticle ? undefined : t('notify.launch.actionOf', { program: nameOf(id) })
                  }
                  onClick={() => choose(id)}
                >
                  {t(isArticle ? 'notify.launch.article.action' : 'notify.launch.action')}
                </Button>
              ) : null}
              {launch ? (
                <LaunchProgress
                  launch={launch}
                  program={nameOf(id)}
                  isBusy={busyId !== undefined}
                  onChange={(what) => change(id, what)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {chosen ? (
        <LaunchDialog
          ref={dialog}
          programId={chosen}
          waiting={dueOf(chosen, countsOf(interests, chosen).waiting)}
          onClose={() => {
            if (!dialog.current?.open) setChosen(undefined);
          }}
          onLaunch={announce}
        />
      ) : null}
    </>
  );
}

import type { Interests } from '@coachsite/adapters/contract';
import { type ProgramId, programs } from '@coachsite/core/catalogue';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmDialog, Tally } from '../../design/index.ts';
import { useNow, useTimes } from './times.ts';
import { useLaunch } from './use-launch.ts';

/** Maximum number of ticks for one program; the number beside them is exact. */
const mostTicks = 40;

/** The number of people waiting for a program, of launch mails that have not left, of people notified, and the last time. */
function countsOf(interests: Interests['interests'], id: ProgramId) {
  const joined = interests.filter(({ programId }) => programId === id);
  const notified = joined.flatMap(({ announcedAt }) => announcedAt ?? []);
  const leaving = joined.filter(({ launchQueued }) => launchQueued).length;
  return {
    waiting: joined.length - notified.length - leaving,
    leaving,
    notified: notified.length,
    notifiedAt: notified.toSorted().at(-1),
  };
}

/**
 * Each program with its waiting list, and a button that sends the launch mail after confirmation.
 * Source: docs/law-and-search.md#D42.
 */
export function NotifyMeList({
  interests,
  onAnnounced,
}: Interests & {
  onAnnounced(): void;
}) {
  const { t } = useTranslation(['admin', 'programs', 'common']);
  const { moment } = useTimes(useNow());
  const { busyId, announce } = useLaunch(onAnnounced);
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<ProgramId>(programs[0]?.id ?? 'mind-body-12');
  const nameOf = (id: ProgramId) => t(`programs:items.${id}.name`);
  return (
    <>
      <ul className="kv">
        {programs.map(({ id }) => {
          const { waiting, leaving, notified, notifiedAt } = countsOf(interests, id);
          return (
            <li key={id}>
              <div>
                <b>{nameOf(id)}</b>
                <span className="count items-center">
                  {waiting > 0 ? (
                    <Tally n={Math.min(waiting, mostTicks)} lit={mostTicks} size="s" look="hot" />
                  ) : null}
                  <span className="num">{t('notify.waiting', { count: waiting })}</span>
                </span>
                {leaving > 0 ? (
                  <a className="link note num" href="#mails">
                    {t('notify.leaving', { count: leaving })}
                  </a>
                ) : null}
                {notifiedAt === undefined ? null : (
                  <span className="note num">
                    {t('notify.told', { count: notified, date: moment(notifiedAt) })}
                  </span>
                )}
              </div>
              {waiting > 0 ? (
                <Button
                  small
                  look="line"
                  icon="mail"
                  busy={busyId === id}
                  busyLabel={t('common:loading.busy')}
                  disabled={busyId !== undefined}
                  aria-label={t('notify.launch.actionOf', { program: nameOf(id) })}
                  onClick={() => {
                    setChosen(id);
                    dialog.current?.showModal();
                  }}
                >
                  {t('notify.launch.action')}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        ref={dialog}
        id="announce-launch"
        title={t('notify.launch.title', { program: nameOf(chosen) })}
        icon="mail"
        confirm={t('notify.launch.send')}
        cancel={t('notify.launch.cancel')}
        onConfirm={() => announce(chosen)}
      >
        {t('notify.launch.text', { count: countsOf(interests, chosen).waiting })}
      </ConfirmDialog>
    </>
  );
}

import type { Interests } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Button, TickBar } from '../../../design/index.ts';
import { useNow, useTimes } from '../parts/times.ts';

/** What an admin does with a launch that is under way. */
export type LaunchChange = 'pause' | 'resume' | 'stop';

/** Ticks of the bar. */
const ticks = 60;

/** How far a launch is: sent, waiting, failed, when it ends; and buttons to pause, resume or stop it. */
export function LaunchProgress({
  launch,
  program,
  isBusy,
  onChange,
}: {
  readonly launch: Interests['launches'][number];
  readonly program: string;
  readonly isBusy: boolean;
  onChange(change: LaunchChange): void;
}) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  const { sent, waiting, failed, perHour, isPaused, endsAt } = launch;
  const total = sent + waiting + failed;
  const state = [
    t('notify.launch.sentOf', { sent, total }),
    t('notify.launch.left', { count: waiting }),
    ...(failed > 0 ? [t('notify.launch.failed', { count: failed })] : []),
  ].join(', ');
  const pace = isPaused
    ? t('notify.launch.paused')
    : perHour === null || endsAt === null
      ? t('notify.launch.leavingNow')
      : t('notify.launch.pacing', { count: perHour, time: moment(endsAt) });
  const toggle = isPaused ? 'resume' : 'pause';
  const button = (change: LaunchChange) => (
    <Button
      small
      look="line"
      disabled={isBusy}
      aria-label={t(`notify.launch.changeOf.${change}`, { program })}
      onClick={() => onChange(change)}
    >
      {t(`notify.launch.change.${change}`)}
    </Button>
  );
  return (
    <div className="stack gap-3 launch-progress">
      <div
        role="progressbar"
        aria-label={t('notify.launch.progressOf', { program })}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={sent}
        aria-valuetext={state}
      >
        <TickBar n={ticks} lit={Math.floor((ticks * sent) / total)} />
      </div>
      <p className="small num">
        {state}. {pace}
      </p>
      <p className="row gap-3">
        {button(toggle)}
        {button('stop')}
      </p>
    </div>
  );
}

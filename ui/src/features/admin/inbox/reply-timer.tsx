import type { InboxMessage } from '@coachsite/adapters/contract';
import { hourMs } from '@coachsite/core/kernel';
import { useTranslation } from 'react-i18next';
import { classes, Dial, Icon } from '../../../design/index.ts';
import { useClaims } from '../../../site/claims.ts';
import { useTimes } from '../parts/times.ts';

/** Below this, the time left is bold. Source: docs/design.md#6.18. */
const soonMs = 6 * hourMs;

/** The state of a reply: due, late, sent, or not expected. */
export function replyState(message: InboxMessage, now: number) {
  const { status, answeredAt, receivedAt, replyDueAt } = message;
  if (answeredAt !== null) {
    return { kind: 'answered', tookMs: Date.parse(answeredAt) - Date.parse(receivedAt) } as const;
  }
  if (status !== 'new') return { kind: 'none' } as const;
  const leftMs = Date.parse(replyDueAt) - now;
  return leftMs >= 0 ? ({ kind: 'due', leftMs } as const) : ({ kind: 'late', leftMs } as const);
}

/** The number of ticks for the hours left of those promised; all of them once the reply is late. */
export function hoursLit(leftMs: number, promised: number): number {
  return leftMs < 0 ? promised : Math.min(promised, Math.ceil(leftMs / hourMs));
}

/** The time left of the promise, as a dial and as text. */
export function ReplyTimer({
  message,
  now,
}: {
  readonly message: InboxMessage;
  readonly now: number;
}) {
  const { t } = useTranslation('admin');
  const { span } = useTimes(now);
  const promised = useClaims().numberOf('reply-within');
  const state = replyState(message, now);
  if (state.kind === 'none') return <span className="note">{t('inbox.noAnswer')}</span>;
  if (state.kind === 'answered') {
    return (
      <span className="timer done">
        <Icon name="check" />
        <span>{t('inbox.after', { time: span(state.tookMs) })}</span>
      </span>
    );
  }
  const { kind, leftMs } = state;
  const time = span(Math.abs(leftMs));
  return (
    <span className={classes('timer', 'hot', kind === 'late' && 'late')}>
      <Dial n={promised} lit={hoursLit(leftMs, promised)} radius={31} len={12} width={3.2} hot />
      <span className={leftMs <= soonMs ? 'strong' : undefined}>
        {t(kind === 'late' ? 'inbox.over' : 'inbox.left', { time })}
      </span>
    </span>
  );
}

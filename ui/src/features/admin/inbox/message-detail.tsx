import type { InboxMessage } from '@coachsite/adapters/contract';
import type { MessageStatus } from '@coachsite/core/contact';
import { hourMs } from '@coachsite/core/kernel';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, classes, Dial, Notice, RichText } from '../../../design/index.ts';
import { useClaims } from '../../../site/claims.ts';
import { useTimes } from '../parts/times.ts';
import { MessageActions } from './message-actions.tsx';
import { hoursLit, replyState } from './reply-timer.tsx';
import { useReplyUrl } from './use-reply-url.ts';

/** One message: its text, the reply link, the time left, and other actions. */
export function MessageDetail({
  message,
  now,
  isBusy,
  onBack,
  onMove,
  onDelete,
}: {
  readonly message: InboxMessage;
  readonly now: number;
  readonly isBusy: boolean;
  onBack(): void;
  onMove(status: MessageStatus): void;
  onDelete(): void;
}) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(now);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { name, email, subject, status, receivedAt } = message;
  const replyUrl = useReplyUrl(message);
  const sender = t('inbox.sender', {
    name: name.replaceAll(/[*[\]]/g, ''),
    email,
    date: moment(receivedAt),
  });
  return (
    <>
      <p className="crumbs">
        <button className="link as-text" type="button" onClick={onBack}>
          {t('inbox.back')}
        </button>
      </p>
      <div className="msg">
        <div className="stack gap-5">
          <div className="stack gap-2">
            <h3 className="h-2 anywhere" ref={title} tabIndex={-1}>
              {subject}
            </h3>
            <p className="small anywhere">
              <RichText text={sender} />
            </p>
          </div>
          {message.flagged ? <Notice tone="info" icon="clock" title={t('inbox.flagged')} /> : null}
          <div className="bubble anywhere pre" lang={message.language}>
            {message.message}
          </div>
          <p className="row gap-3">
            <ButtonLink icon="reply" href={replyUrl}>
              {t('inbox.mail')}
            </ButtonLink>{' '}
            {status === 'answered' ? null : (
              <Button look="line" icon="check" disabled={isBusy} onClick={() => onMove('answered')}>
                {t('inbox.markAnswered')}
              </Button>
            )}
          </p>
          <p className="note">{t('inbox.mailHint')}</p>
        </div>
        <aside className="stack gap-5" aria-label={t('inbox.followUp')}>
          <ReplyPromise message={message} now={now} />
          <MessageActions
            name={name}
            status={status}
            isBusy={isBusy}
            onMove={onMove}
            onDelete={onDelete}
          />
        </aside>
      </div>
    </>
  );
}

/** The dial of the promised hours, with the hours left in the middle. */
function ReplyPromise({ message, now }: { readonly message: InboxMessage; readonly now: number }) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(now);
  const promised = useClaims().numberOf('reply-within');
  const state = replyState(message, now);
  if (state.kind === 'none') return null;
  if (state.kind === 'answered') {
    const date = moment(message.answeredAt ?? message.receivedAt);
    return <Notice tone="good" title={t('inbox.answeredAt', { date })} />;
  }
  const isLate = state.leftMs < 0;
  const hours = Math.abs(state.leftMs) / hourMs;
  // Days off of the coach do not count: they move the time to reply.
  const isMoved =
    Date.parse(message.replyDueAt) - Date.parse(message.receivedAt) > promised * hourMs;
  return (
    <div className="clock">
      <div className={classes('dialwrap', 'hot', isLate && 'late')}>
        <Dial
          n={promised}
          lit={hoursLit(state.leftMs, promised)}
          radius={34}
          len={9}
          max={13}
          width={2.8}
          hot
        />
        <div className="mid">
          <b>{isLate ? `+${Math.max(1, Math.floor(hours))}` : Math.ceil(hours)}</b>{' '}
          <span className="label">{t('inbox.hours')}</span>
        </div>
      </div>
      <div>
        <p className="h-4">{t('inbox.dueAt', { date: moment(message.replyDueAt) })}</p>
        <p className="small">{t(isMoved ? 'inbox.dueNotePaused' : 'inbox.dueNote')}</p>
      </div>
    </div>
  );
}

import type { EpochMs } from '@coachsite/core/kernel';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Panel } from '../../design/index.ts';
import { useReplyBy } from '../../i18n/reply-by.ts';

/**
 * Replaces the form once a message is stored, and receives the focus: where and when the reply comes at the latest, and
 * what comes next (`children`).
 * Source: docs/rules.md#1, docs/rules.md#4.
 */
export function SentPanel({
  email,
  at,
  onAgain,
  children,
}: {
  readonly email: string;
  /** When the message was sent. */
  readonly at: EpochMs;
  readonly onAgain: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('contact');
  const replyBy = useReplyBy();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <Panel ground="butter" big className="stack gap-5">
      <div className="stack gap-3" ref={panel} tabIndex={-1} role="status">
        <h2 className="h-2">{t('sent.title')}</h2>
        <p className="lead">{t('sent.text', { when: replyBy(at) })}</p>
        <p className="small anywhere">{t('sent.to', { email })}</p>
      </div>
      {children}
      <p>
        <Button look="line" small onClick={onAgain}>
          {t('sent.again')}
        </Button>
      </p>
    </Panel>
  );
}

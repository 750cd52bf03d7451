import type { InboxMessage } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Button, classes, Tag } from '../../../design/index.ts';
import { useTimes } from '../parts/times.ts';
import { ReplyTimer } from './reply-timer.tsx';

const looks = { new: 'hot', answered: 'ok', archived: 'edge', spam: 'bad' } as const;

/** The messages as a table, and as cards on small screens. Source: docs/design.md#6.18. */
export function MessageList({
  messages,
  now,
  onOpen,
}: {
  readonly messages: readonly InboxMessage[];
  readonly now: number;
  onOpen(id: string): void;
}) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(now);
  return (
    <table className="tbl cards">
      <caption className="sr">{t('inbox.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('inbox.from')}</th>
          <th scope="col">{t('inbox.subject')}</th>
          <th scope="col">{t('inbox.received')}</th>
          <th scope="col">{t('inbox.due')}</th>
          <th scope="col">{t('inbox.state')}</th>
          <th scope="col">
            <span className="sr">{t('inbox.act')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {messages.map((message) => {
          const { id, name, subject, status, receivedAt } = message;
          const isNew = status === 'new';
          const mark = classes('full', 'anywhere', isNew && 'unread');
          return (
            <tr key={id}>
              <td className={mark}>{name}</td>
              <td className={mark}>{subject}</td>
              <td className="num note">{moment(receivedAt)}</td>
              <td>
                <ReplyTimer message={message} now={now} />
              </td>
              <td>
                <Tag look={looks[status]}>{t(`inbox.status.${status}`)}</Tag>
              </td>
              <td className="right">
                <Button
                  small
                  look="line"
                  icon={isNew ? 'reply' : 'eye'}
                  id={`open-${id}`}
                  onClick={() => onOpen(id)}
                >
                  <span>
                    {t(isNew ? 'inbox.reply' : 'inbox.view')}
                    <span className="sr">{t(isNew ? 'inbox.of' : 'inbox.ofView', { name })}</span>
                  </span>
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

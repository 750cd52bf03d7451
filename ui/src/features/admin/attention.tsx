import type { Interests, Overview } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { needsBackup } from './backup-block.tsx';
import type { Block } from './parts/use-block.ts';
import { dueForArticle } from './waiting-lists/due-for-article.ts';

/** What needs the coach today, in one line; each part leads to its block. */
export function Attention({
  overview,
  interests,
}: {
  readonly overview: Block<Overview>;
  readonly interests: Block<Interests>;
}) {
  const { t } = useTranslation('admin');
  const { data } = overview;
  // Its place is kept, so that what is below stays where it is.
  if (!data) return <div className="adm-today" />;
  const { messages, mails, downloads } = data;
  const waiting = interests.data?.interests.filter(
    ({ programId, announcedAt }) => programId !== 'next-article' && announcedAt === null,
  );
  const article = interests.data ? dueForArticle(interests.data) : 0;
  const parts = [
    { to: 'inbox', text: t('attention.new', { count: messages.new }), isUrgent: false },
    { to: 'inbox', text: t('attention.late', { count: messages.late }), isUrgent: true },
    { to: 'inbox', text: t('attention.soon', { count: messages.dueSoon }), isUrgent: true },
    { to: 'mails', text: t('attention.mails', { count: mails.failed }), isUrgent: true },
    { to: 'settings', text: t('attention.backup'), isUrgent: true },
    { to: 'settings', text: t('attention.jobs'), isUrgent: true },
    {
      to: 'notify',
      text: t('attention.waiting', { count: waiting?.length ?? 0 }),
      isUrgent: false,
    },
    { to: 'notify', text: t('attention.article', { count: article }), isUrgent: false },
    { to: 'downloads', text: t('attention.today', { count: downloads.today }), isUrgent: false },
  ];
  const isShown = [
    true,
    messages.late > 0,
    messages.dueSoon > 0,
    mails.failed > 0,
    needsBackup(data),
    data.jobs.some(({ name, isLate }) => name !== 'backup' && isLate),
    waiting !== undefined && waiting.length > 0,
    article > 0,
    true,
  ];
  return (
    <ul className="adm-today" aria-label={t('attention.label')} aria-live="polite">
      {parts
        .filter((_, index) => isShown[index])
        .map(({ to, text, isUrgent }) => (
          <li key={text}>
            <a className={isUrgent ? 'link strong late' : 'link'} href={`#${to}`}>
              {text}
            </a>
          </li>
        ))}
    </ul>
  );
}

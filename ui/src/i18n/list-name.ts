import { findProgram, programs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';

/** Names what a waiting list is for; an id that is not known names itself. */
export function useListName(): (listId: string) => string {
  const { t } = useTranslation('programs');
  return (listId) => {
    if (listId === 'next-article') return t('notify.article.title');
    const program = findProgram(listId, programs);
    return program ? t(`items.${program.id}.name`) : listId;
  };
}

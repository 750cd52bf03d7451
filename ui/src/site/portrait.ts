import { initialLanguage } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';
import type { Photo } from '../design/index.ts';
import { useSite } from './site.ts';

/** The picture of the coach with its `alt` in the language of the page; undefined while the owner has given none. */
export function usePortrait(): Photo | undefined {
  const { file, alt } = useSite().coach.portrait;
  const { i18n } = useTranslation('common');
  return file ? { key: file, alt: alt[initialLanguage(i18n.language)] } : undefined;
}

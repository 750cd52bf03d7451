import type { FactName } from '@coachsite/core/facts';
import { useTranslation } from 'react-i18next';
import { Tag } from '../design/index.ts';
import { useSite } from './site.ts';

/** Marks a fact that is a sample, beside where it is shown; nothing for a real one. */
export function SampleMark({ fact }: { readonly fact: FactName }) {
  const { t } = useTranslation('layout');
  return useSite().samples.includes(fact) ? <Tag look="edge">{t('sample.mark')}</Tag> : null;
}

/** Says at the end of each page that facts on it are samples, while there are any. */
export function SampleNote() {
  const { t } = useTranslation('layout');
  return useSite().samples.length > 0 ? <p className="note">{t('sample.note')}</p> : null;
}

import type { MissingFacts } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../design/index.ts';
import { useBlock } from '../use-block.ts';

/** The missing facts, each with why it is needed. */
export function MissingList() {
  const { t } = useTranslation('site-facts');
  const { data } = useBlock<MissingFacts>('/api/admin/site/missing');
  if (!data || data.length === 0) return null;
  const needed = data.filter((fact) => fact.needed).length;
  return (
    <details className="adm-fold">
      <summary className="h-4">{t('missingTitle', { count: needed })}</summary>
      <ul className="stack gap-3 small">
        {data.map(({ field, asks, needed: isNeeded, text }) => (
          <li key={field}>
            <Tag {...(isNeeded ? {} : { look: 'edge' as const })}>{t(`asks.${asks}`)}</Tag>{' '}
            <b>{field}</b> {text}
          </li>
        ))}
      </ul>
    </details>
  );
}

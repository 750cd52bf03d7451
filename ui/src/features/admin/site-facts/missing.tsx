import type { MissingFacts } from '@coachsite/adapters/contract';
import type { OwnerFacts } from '@coachsite/core/facts';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../../design/index.ts';
import { useBlock } from '../parts/use-block.ts';
import { fieldId } from './field-id.ts';
import { fieldWords, goToField } from './missing-field.ts';

/** The missing facts in the words of the form, each with who asks for it, why, and a link to its field. */
export function MissingList({ facts }: { readonly facts: Pick<OwnerFacts, 'testimonials'> }) {
  const { t } = useTranslation('site-facts');
  const { data } = useBlock<MissingFacts>('/api/admin/site/missing');
  if (!data || data.length === 0) return null;
  const needed = data.filter((fact) => fact.needed).length;
  return (
    <details className="adm-fold">
      <summary className="h-4">{t('missingTitle', { count: needed })}</summary>
      <ul className="fact-missing small">
        {data.map(({ field, asks, needed: isNeeded, text }) => {
          const words = fieldWords(t, field, facts);
          return (
            <li key={`${field} ${text}`}>
              <span>
                <Tag {...(isNeeded ? {} : { look: 'edge' as const })}>{t(`asks.${asks}`)}</Tag>
              </span>{' '}
              <span>
                {/* The name of the site has no field: its logo and icons are built with it. */}
                {field === 'name' ? (
                  <b>{words}</b>
                ) : (
                  <a
                    className="link strong"
                    href={`#${fieldId(field)}`}
                    onClick={(event) => {
                      event.preventDefault();
                      goToField(field);
                    }}
                  >
                    {words}
                  </a>
                )}{' '}
                <span className="block">{field === 'name' ? t('siteNameText') : text}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

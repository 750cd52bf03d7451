import { useTranslation } from 'react-i18next';
import { Panel, ProsList, Tag } from '../../design/index.ts';

/** One weekly check-in, invented and marked as such: what a client receives every week. Source: docs/rules.md#1. */
export function CheckIn() {
  const { t } = useTranslation('home');
  return (
    <Panel className="stack gap-4">
      <p>
        <Tag look="edge">{t('checkIn.tag')}</Tag>
      </p>
      <h3 className="h-3">{t('checkIn.title')}</h3>
      <dl className="check-in">
        {t('checkIn.rows', { returnObjects: true }).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div>
        <h4 className="label mb-2">{t('checkIn.agreed')}</h4>
        <ProsList items={t('checkIn.agreements', { returnObjects: true })} />
      </div>
    </Panel>
  );
}

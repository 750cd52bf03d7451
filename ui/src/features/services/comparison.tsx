import { coachingSlugs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { Panel, Rows, Words } from '../../design/index.ts';

/**
 * Typical statements of visitors, each with the service that fits: a ruled list without prices.
 * Source: docs/design.md#4.
 */
export function Comparison() {
  const { t } = useTranslation(['services', 'offers']);
  const row = (id: string, say: string, name: string, fact: string) => ({
    id,
    cells: (
      <>
        <p className="lead fg">{say}</p>
        <p>
          <b className="h-3 block">
            <Words text={name} />
          </b>
          <span className="small">{fact}</span>
        </p>
      </>
    ),
  });
  return (
    <Panel ground="pine" big>
      <h2 className="h-1 mb-6" id="compare">
        {t('compare.title')}
      </h2>
      <Rows
        layout="c2"
        rows={[
          ...coachingSlugs.map((slug) =>
            row(
              slug,
              t(`items.${slug}.say`),
              t(`offers:services.${slug}.name`),
              t(`items.${slug}.sayFact`),
            ),
          ),
          row('call', t('compare.doubt'), t('compare.call'), t('compare.callFact')),
        ]}
      />
    </Panel>
  );
}

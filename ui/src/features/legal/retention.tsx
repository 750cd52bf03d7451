import { useTranslation } from 'react-i18next';
import { Words } from '../../design/index.ts';

/**
 * How long each kind of data is kept; the clean-up job applies the same periods.
 * Source: docs/law-and-search.md#D32, docs/law-and-search.md#D42, docs/law-and-search.md#D53.
 */
export function Retention() {
  const { t } = useTranslation('privacy');
  const rows = t('retention.rows', { returnObjects: true });
  return (
    <table className="tbl sans">
      <caption className="sr">{t('retention.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('retention.what')}</th>
          <th scope="col">{t('retention.long')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, long }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>
              <Words text={long} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

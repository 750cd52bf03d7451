import { useTranslation } from 'react-i18next';
import { Tag, Tally } from '../../design/index.ts';
import { countOf, type StoredItem, storedCategories } from './stored-items.ts';

/** One tick per stored name and category; those that require consent are not lit. */
export function StoredCount({ items }: { readonly items: readonly StoredItem[] }) {
  const { t } = useTranslation('cookies');
  return (
    <ul className="store">
      {storedCategories.map((category) => {
        const count = countOf(items, category);
        const isAlways = category === 'necessary';
        const when = isAlways ? 'always' : 'consent';
        return (
          <li key={category}>
            <span className="label">{t(`list.categories.${category}`)}</span>
            <Tally n={count} lit={isAlways ? count : 0} size="s" />{' '}
            <span className="small num">
              <b>{count}</b>, {t(count === 0 ? 'short.none' : `short.${when}`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The table of everything the site may store, from the one list in code. Source: docs/law-and-search.md#D3. */
export function StoredTable({ items }: { readonly items: readonly StoredItem[] }) {
  const { t } = useTranslation('cookies');
  return (
    <table className="tbl cards sans">
      <caption className="sr">{t('list.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('list.name')}</th>
          <th scope="col">{t('list.category')}</th>
          <th scope="col">{t('list.purpose')}</th>
          <th scope="col">{t('list.lifetime')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, names, category, place }) => (
          <tr key={id}>
            <th scope="row" className="mono">
              {names.map((name) => (
                <span key={name}>{name} </span>
              ))}
            </th>
            <td className="full whole">
              {category === 'necessary' ? (
                t(`list.categories.${category}`)
              ) : (
                <Tag look="edge">{t(`list.categories.${category}`)}</Tag>
              )}
            </td>
            <td className="full">
              {t(`list.items.${id}.purpose`)}{' '}
              <span className="note block">{t(`list.places.${place}`)}</span>
            </td>
            <td className="full small">{t(`list.items.${id}.lifetime`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { useTranslation } from 'react-i18next';
import type { Mistake } from './use-article.ts';

/** The mistakes of a text, each with a button to its line; said once typing pauses. */
export function Mistakes({
  mistakes,
  onFollow,
}: {
  readonly mistakes: readonly Mistake[];
  onFollow(line: number): void;
}) {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  return (
    <div role="status">
      {mistakes.length > 0 ? (
        <>
          <p className="err mt-4">{t('mistakes', { count: mistakes.length })}</p>
          <ul className="small">
            {mistakes.map(({ line, message }) => (
              <li className="article-mistake" key={`${line} ${message}`}>
                <button type="button" className="link as-text" onClick={() => onFollow(line)}>
                  {t('line', { line })}
                </button>{' '}
                <span className="anywhere">{message}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

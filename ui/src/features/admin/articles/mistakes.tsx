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
    <div className="stack gap-3" role="status">
      {mistakes.length > 0 ? (
        <>
          <p className="err">{t('mistakes', { count: mistakes.length })}</p>
          <ul className="stack gap-2 small">
            {mistakes.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <button type="button" className="link" onClick={() => onFollow(line)}>
                  {t('line', { line })}
                </button>{' '}
                {message}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

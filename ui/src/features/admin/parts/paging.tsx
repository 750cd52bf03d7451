import { useTranslation } from 'react-i18next';
import { Button } from '../../../design/index.ts';

/** Which part of a list is shown, and the way to the parts before and after it; nothing for a list of one page. */
export function Paging({
  offset,
  shown,
  total,
  pageSize,
  onGoTo,
}: {
  readonly offset: number;
  readonly shown: number;
  readonly total: number;
  readonly pageSize: number;
  onGoTo(offset: number): void;
}) {
  const { t } = useTranslation('admin');
  if (total <= pageSize && offset === 0) return null;
  const to = offset + shown;
  return (
    <p className="row between">
      <span className="small num" role="status">
        {t('inbox.shown', { from: Math.min(offset + 1, to), to, total })}
      </span>{' '}
      <span className="row gap-2">
        <Button
          small
          look="line"
          aria-disabled={offset === 0}
          onClick={() => onGoTo(Math.max(0, offset - pageSize))}
        >
          {t('inbox.newer')}
        </Button>{' '}
        <Button
          small
          look="line"
          aria-disabled={to >= total}
          onClick={() => onGoTo(offset + pageSize)}
        >
          {t('inbox.older')}
        </Button>
      </span>
    </p>
  );
}

import type { ArticleVersions } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Button, Tag } from '../../../design/index.ts';
import { BlockError } from '../../../forms/index.ts';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { useNow, useTimes } from '../parts/times.ts';
import { useBlock } from '../parts/use-block.ts';
import { useOneAtATime } from '../parts/use-one-at-a-time.ts';

/** The kept versions of an article; each can be restored. */
export function ArticleHistory({
  path,
  onRestored,
}: {
  readonly path: string;
  onRestored(): void;
}) {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  const block = useBlock<ArticleVersions>(path);
  const { moment } = useTimes(useNow());
  const { busyId, run } = useOneAtATime(async (id: number) => {
    const restored = await calls.post(`${path}/${id}/restore`, {});
    if (restored.isErr()) return void toast({ system: 'form', tone: 'bad', title: t('failed') });
    toast({ system: 'form', tone: 'good', title: t('history.restored') });
    onRestored();
  });
  if (block.hasFailed) return <BlockError onRetry={block.reload} />;
  if (block.data?.length === 0) return <p className="small">{t('history.none')}</p>;
  return (
    <ol className="kv">
      {block.data?.map(({ id, active, savedAt, savedBy, isRemoval }) => (
        <li key={id}>
          <div>
            <b>{moment(savedAt)}</b>{' '}
            <span className="note">
              {[isRemoval ? t('history.removal') : '', savedBy].filter(Boolean).join(' · ')}
            </span>
          </div>
          {active ? (
            <Tag look="ok" icon="check">
              {t('history.active')}
            </Tag>
          ) : (
            <Button
              small
              look="line"
              icon="undo"
              busy={busyId === id}
              busyLabel={t('busy')}
              aria-label={t('history.restoreLabel', { when: moment(savedAt) })}
              onClick={() => run(id)}
            >
              {t('history.restore')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

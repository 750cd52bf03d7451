import type { ArticleVersions } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { BlockError } from '../../../forms/index.ts';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { useNow, useTimes } from '../parts/times.ts';
import { useBlock } from '../parts/use-block.ts';
import { useOneAtATime } from '../parts/use-one-at-a-time.ts';
import { VersionList } from '../parts/version-list.tsx';
import { failureOf } from './use-article.ts';

/** The kept versions of an article; each can be restored. */
export function ArticleHistory({
  path,
  ask,
  onRestored,
}: {
  readonly path: string;
  /** Does what replaces the text that is open, or not. */
  ask(restore: () => void): void;
  onRestored(): void;
}) {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  const block = useBlock<ArticleVersions>(path);
  const { moment } = useTimes(useNow());
  const { busyId, run } = useOneAtATime(async (id: number) => {
    const restored = await calls.post(`${path}/${id}/restore`, {});
    if (restored.isErr())
      return void toast({ system: 'form', tone: 'bad', title: t(failureOf(restored.error)) });
    toast({ system: 'form', tone: 'good', title: t('history.restored') });
    onRestored();
  });
  if (block.hasFailed) return <BlockError onRetry={block.reload} />;
  if (block.data?.length === 0) return <p className="small">{t('history.none')}</p>;
  return (
    <VersionList
      isNumbered
      rows={(block.data ?? []).map(({ id, active, savedAt, savedBy, state }, index, { length }) => {
        const name = moment(savedAt);
        const what = t(`history.${state ?? 'removal'}`);
        const note = [what, savedBy].filter(Boolean).join(' · ');
        const number = length - index;
        return { id, active, name, note, label: t('history.restoreLabel', { number, name, what }) };
      })}
      busyId={busyId}
      onRestore={(id) => ask(() => run(id))}
    />
  );
}

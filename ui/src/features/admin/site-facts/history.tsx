import type { AdminFacts, FactsVersions } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { BlockError } from '../../../forms/index.ts';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { useNow, useTimes } from '../parts/times.ts';
import { useBlock } from '../parts/use-block.ts';
import { useOneAtATime } from '../parts/use-one-at-a-time.ts';
import { VersionList } from '../parts/version-list.tsx';

/** The kept versions of the facts; each can be restored. */
export function FactsHistory({ onRestored }: { onRestored(facts: AdminFacts): void }) {
  const { t } = useTranslation('site-facts');
  const block = useBlock<FactsVersions>('/api/admin/site/versions');
  const { moment } = useTimes(useNow());
  const { busyId, run } = useOneAtATime(async (id: number) => {
    const path = `/api/admin/site/versions/${id}/restore`;
    const restored = await calls.post<AdminFacts>(path, {});
    if (restored.isErr()) return void toast({ system: 'form', tone: 'bad', title: t('failed') });
    onRestored(restored.value);
  });
  if (block.hasFailed) return <BlockError onRetry={block.reload} />;
  return (
    <VersionList
      rows={(block.data ?? []).map(({ id, active, savedAt, savedBy, changed }) => {
        const name = savedAt ? moment(savedAt) : t('history.file');
        const facts = changed.map((fact) => t(`facts.${fact}`)).join(', ');
        const note = [facts, savedBy].filter(Boolean).join(' · ');
        return { id, active, name, note, label: t('history.restoreLabel', { when: name }) };
      })}
      busyId={busyId}
      onRestore={run}
    />
  );
}

import type { AdminFacts, FactsVersions } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Button, Tag } from '../../../design/index.ts';
import { BlockError } from '../../../forms/index.ts';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { useNow, useTimes } from '../parts/times.ts';
import { useBlock } from '../parts/use-block.ts';
import { useOneAtATime } from '../parts/use-one-at-a-time.ts';

/** The kept versions of the facts; each can be restored. */
export function FactsHistory({ onRestored }: { onRestored(facts: AdminFacts): void }) {
  const { t } = useTranslation('site-facts');
  const block = useBlock<FactsVersions>('/api/admin/site/versions');
  const { moment } = useTimes(useNow());
  const { busyId, run } = useOneAtATime(async (id: string) => {
    const path = `/api/admin/site/versions/${id}/restore`;
    const restored = await calls.post<AdminFacts>(path, {});
    if (restored.isErr()) return void toast({ system: 'form', tone: 'bad', title: t('failed') });
    onRestored(restored.value);
  });
  if (block.hasFailed) return <BlockError onRetry={block.reload} />;
  return (
    <ol className="kv">
      {block.data?.map(({ id, active, savedAt, savedBy, changed }) => {
        const when = savedAt ? moment(savedAt) : t('history.file');
        return (
          <li key={id}>
            <div>
              <b>{when}</b>{' '}
              <span className="note">
                {[changed.map((name) => t(`facts.${name}`)).join(', '), savedBy]
                  .filter(Boolean)
                  .join(' · ')}
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
                busy={busyId === String(id)}
                busyLabel={t('busy')}
                aria-label={t('history.restoreLabel', { when })}
                onClick={() => run(String(id))}
              >
                {t('history.restore')}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

import type { EbookVersions } from '@coachsite/adapters/contract';
import { keptVersions } from '@coachsite/core/ebook';
import { useTranslation } from 'react-i18next';
import { risingTicks, Tally, Words } from '../../../design/index.ts';
import { fileSize } from '../../../i18n/format.ts';
import { AdminBlock } from '../parts/block.tsx';
import { useNow, useTimes } from '../parts/times.ts';
import type { Block } from '../parts/use-block.ts';
import { VersionList } from '../parts/version-list.tsx';
import { useRestore } from './use-restore.ts';

/** The last three versions; each can be restored. */
export function VersionsBlock({
  block,
  onChanged,
}: {
  readonly block: Block<EbookVersions>;
  onChanged(): void;
}) {
  const { t, i18n } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  const { busyId, restore } = useRestore(onChanged);
  const kept = block.data?.length ?? 0;
  if (block.data && kept === 0) return null;
  return (
    <AdminBlock
      id="versions"
      title={<Words text={t('versions.title')} />}
      block={block}
      aside={
        kept > 0 ? (
          <Tally
            ticks={risingTicks(keptVersions, kept, 50)}
            size="s"
            label={t('versions.kept', { count: kept })}
          />
        ) : null
      }
    >
      {(versions) => (
        <>
          <VersionList
            isNumbered
            rows={versions.map(({ id, active, fileName, size, uploadedAt }, index) => {
              const date = moment(uploadedAt);
              const place = versions.length - index;
              const label = t('versions.restoreLabel', { place, name: fileName, date });
              const note = `${fileSize(size, i18n.language)}, ${date}`;
              return { id, active, name: fileName, note, label };
            })}
            busyId={busyId}
            onRestore={restore}
          />
          <p className="note">{t('versions.note')}</p>
        </>
      )}
    </AdminBlock>
  );
}

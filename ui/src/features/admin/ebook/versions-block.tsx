import type { EbookVersions } from '@coachsite/adapters/contract';
import { keptVersions } from '@coachsite/core/ebook';
import { useTranslation } from 'react-i18next';
import { Button, risingTicks, Tag, Tally, Words } from '../../../design/index.ts';
import { fileSize } from '../../../i18n/format.ts';
import { AdminBlock } from '../parts/block.tsx';
import { useNow, useTimes } from '../parts/times.ts';
import type { Block } from '../parts/use-block.ts';
import { useRestore } from './use-restore.ts';

/** The last three versions; each can be restored. */
export function VersionsBlock({
  block,
  onChanged,
}: {
  readonly block: Block<EbookVersions>;
  onChanged(): void;
}) {
  const { t, i18n } = useTranslation(['admin', 'common']);
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
          <ol className="kv">
            {versions.map(({ id, active, fileName, size, uploadedAt }, index) => (
              <li key={id}>
                <span className="figure-num place" aria-hidden="true">
                  {versions.length - index}
                </span>
                <div>
                  <b>{fileName}</b>{' '}
                  <span className="note num">
                    {fileSize(size, i18n.language)}, {moment(uploadedAt)}
                  </span>
                </div>
                {active ? (
                  <Tag look="ok" icon="check">
                    {t('ebook.active')}
                  </Tag>
                ) : (
                  <Button
                    small
                    look="line"
                    icon="undo"
                    busy={busyId === id}
                    busyLabel={t('common:loading.busy')}
                    aria-label={t('versions.restoreLabel', {
                      place: versions.length - index,
                      name: fileName,
                      date: moment(uploadedAt),
                    })}
                    onClick={() => restore(id)}
                  >
                    {t('versions.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
          <p className="note">{t('versions.note')}</p>
        </>
      )}
    </AdminBlock>
  );
}

import type { EbookVersions } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { useOneAtATime } from '../parts/use-one-at-a-time.ts';

/** Restores a kept version of the e-book. */
export function useRestore(onRestored: () => void) {
  const { t } = useTranslation('admin');
  const { busyId, run } = useOneAtATime(async (id: string) => {
    const restored = await calls.post<EbookVersions[number]>(
      `/api/admin/ebook/versions/${id}/restore`,
      {},
    );
    if (restored.isOk()) {
      const title = t('versions.restored', { name: restored.value.fileName });
      toast({ system: 'form', tone: 'good', title });
    } else {
      const isGone = restored.error.kind === 'ebook_version_not_found';
      const title = t(isGone ? 'versions.gone' : 'inbox.failed');
      toast({ system: 'form', tone: 'bad', title });
    }
    onRestored();
  });
  return { busyId, restore: run };
}

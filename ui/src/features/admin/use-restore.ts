import type { EbookVersions } from '@coachsite/adapters/wire';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { calls } from '../../services.ts';
import { toast } from '../notification/index.ts';

/** Puts a kept version online again; a second press meanwhile does nothing. Source: operating contract §3. */
export function useRestore(onRestored: () => void) {
  const { t } = useTranslation('admin');
  const [busyId, setBusyId] = useState<string>();
  const isUnderWay = useRef(false);
  const send = async (id: string) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusyId(id);
    const restored = await calls.post<EbookVersions[number]>(
      `/api/admin/ebook/versions/${id}/restore`,
      {},
    );
    isUnderWay.current = false;
    setBusyId(undefined);
    if (restored.isOk()) {
      const title = t('versions.restored', { name: restored.value.fileName });
      toast({ system: 'form', tone: 'good', title });
    } else {
      const isGone = restored.error.kind === 'ebook_version_not_found';
      const title = t(isGone ? 'versions.gone' : 'inbox.failed');
      toast({ system: 'form', tone: 'bad', title });
    }
    onRestored();
  };
  return { busyId, isBusy: busyId !== undefined, restore: (id: string) => void send(id) };
}

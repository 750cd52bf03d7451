import type { LaunchAnnounced } from '@coachsite/adapters/wire';
import type { ProgramId } from '@coachsite/core/catalogue';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { calls } from '../../services.ts';
import { toast } from '../notification/index.ts';

/** Has the launch mail of a program sent; a second press meanwhile does nothing. Source: legal reference D42. */
export function useLaunch(onDone: () => void) {
  const { t } = useTranslation('admin');
  const [busyId, setBusyId] = useState<ProgramId>();
  const isUnderWay = useRef(false);
  const send = async (programId: ProgramId) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusyId(programId);
    const sent = await calls.post<LaunchAnnounced>('/api/admin/notify/launch', { programId });
    isUnderWay.current = false;
    setBusyId(undefined);
    if (sent.isOk()) {
      const { queued } = sent.value;
      const title =
        queued > 0 ? t('notify.launch.done', { count: queued }) : t('notify.launch.none');
      toast({ system: 'form', tone: 'good', title });
    } else {
      toast({ system: 'form', tone: 'bad', title: t('inbox.failed') });
    }
    onDone();
  };
  return { busyId, announce: (programId: ProgramId) => void send(programId) };
}

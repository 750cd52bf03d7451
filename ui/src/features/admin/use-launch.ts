import type { LaunchAnnounced } from '@coachsite/adapters/contract';
import type { ProgramId } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { calls } from '../../session/compose.ts';
import { toast } from '../notification/index.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

/** Requests the launch mail of a program. Source: docs/law-and-search.md#D42. */
export function useLaunch(onDone: () => void) {
  const { t } = useTranslation('admin');
  const { busyId, run } = useOneAtATime(async (programId: ProgramId) => {
    const sent = await calls.post<LaunchAnnounced>('/api/admin/notify/launch', { programId });
    if (sent.isOk()) {
      const { queued } = sent.value;
      const title =
        queued > 0 ? t('notify.launch.done', { count: queued }) : t('notify.launch.none');
      toast({ system: 'form', tone: 'good', title });
    } else {
      toast({ system: 'form', tone: 'bad', title: t('inbox.failed') });
    }
    onDone();
  });
  return { busyId, announce: run };
}

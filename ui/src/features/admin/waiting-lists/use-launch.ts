import type { LaunchAnnounced } from '@coachsite/adapters/contract';
import type { WaitingListId } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { useOneAtATime } from '../parts/use-one-at-a-time.ts';
import type { ChosenLaunch } from './launch-dialog.tsx';
import type { LaunchChange } from './launch-progress.tsx';

const path = '/api/admin/notify/launch';

/** A launch to begin, or what to do with one that is under way. */
type Request = ChosenLaunch | { readonly programId: WaitingListId; readonly change: LaunchChange };

/** Begins, pauses, resumes and stops launches, one call at a time. Source: docs/law-and-search.md#D42. */
export function useLaunch(onDone: () => void) {
  const { t } = useTranslation('admin');
  const say = (tone: 'good' | 'bad', title: string) => toast({ system: 'form', tone, title });
  const { busyId, run } = useOneAtATime(async (request: Request) => {
    if ('change' in request) {
      const changed = await calls.patch(path, request);
      if (changed.isOk()) say('good', t(`notify.launch.changed.${request.change}`));
      // Its last mail left in the meantime.
      else if (changed.error.kind === 'launch_not_found') say('good', t('notify.launch.over'));
      else say('bad', t('inbox.failed'));
    } else {
      const begun = await calls.post<LaunchAnnounced>(path, request);
      if (begun.isErr()) say('bad', t('inbox.failed'));
      else {
        const { queued } = begun.value;
        say(
          'good',
          queued > 0 ? t('notify.launch.done', { count: queued }) : t('notify.launch.none'),
        );
      }
    }
    onDone();
  });
  return {
    busyId: busyId?.programId,
    announce: run as (launch: ChosenLaunch) => void,
    change: (programId: WaitingListId, change: LaunchChange) => run({ programId, change }),
  };
}

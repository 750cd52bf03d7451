import type { UnsentMails } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { useBlock } from '../parts/use-block.ts';
import { useOneAtATime } from '../parts/use-one-at-a-time.ts';

const path = '/api/admin/mails';

/** The mails that wait or were given up, and sending them again. */
export function useMails() {
  const { t } = useTranslation('admin');
  const block = useBlock<UnsentMails>(path);
  const { busyId, run } = useOneAtATime(async (ids: readonly string[]) => {
    let queued = 0;
    for (const id of ids) {
      const retried = await calls.post(`${path}/${id}/retry`, {});
      if (retried.isErr()) break;
      queued += 1;
    }
    toast(
      queued === ids.length
        ? { system: 'form', tone: 'good', title: t('mails.done', { count: queued }) }
        : { system: 'form', tone: 'bad', title: t('inbox.failed') },
    );
    block.reload();
  });
  return { block, busyIds: busyId, retry: run };
}

import type { AlarmState, AlarmStore } from '../../alarm/index.ts';
import type { MailQueue } from '../../mail/index.ts';
import { byValue } from '../memory/by-value.ts';

/** An `AlarmStore` in memory, whose mails go to `mails`. */
export function memoryAlarmStore(mails: Pick<MailQueue, 'enqueue'>): AlarmStore {
  let stored: { readonly number: number; readonly state: AlarmState } | undefined;
  return byValue({
    read: async () => stored,
    replace: async (base, state, mail, now) => {
      if (base !== (stored?.number ?? 0)) return false;
      stored = { number: base + 1, state };
      if (mail) await mails.enqueue(mail, now);
      return true;
    },
  });
}

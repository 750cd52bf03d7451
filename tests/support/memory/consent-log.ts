import type { ConsentLog, ConsentRecord } from '@coachsite/core/consent';
import type { EpochMs } from '@coachsite/core/kernel';

export function memoryConsentLog(): ConsentLog {
  let records: readonly { readonly record: ConsentRecord; readonly at: EpochMs }[] = [];
  return {
    add: async (record, at) => {
      records = [...records, { record, at }];
    },
    count: async () => records.length,
    purge: async (before) => {
      const kept = records.filter(({ at }) => at >= before);
      const removed = records.length - kept.length;
      records = kept;
      return removed;
    },
  };
}

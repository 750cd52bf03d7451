import {
  type ConsentLog,
  type ConsentRecord,
  choicesPerNumber,
  maxChoices,
} from '../../consent/index.ts';
import type { EpochMs } from '../../kernel/index.ts';
import { networkBucket } from '../../rate-limit/index.ts';
import { byValue } from './by-value.ts';
import { fullestFirst } from './fullest-first.ts';

/** A `ConsentLog` in memory. */
export function memoryConsentLog(limit: number = maxChoices): ConsentLog {
  let records: readonly {
    readonly record: ConsentRecord;
    readonly at: EpochMs;
    readonly network: number | undefined;
  }[] = [];
  return byValue({
    add: async (record, at, ip) => {
      const network = ip === undefined ? undefined : networkBucket(ip);
      const isSame = (other: ConsentRecord) => other.id.toLowerCase() === record.id.toLowerCase();
      const [surplus] = records
        .filter((other) => isSame(other.record))
        .slice(0, 1 - choicesPerNumber);
      records = [...records.filter((other) => other !== surplus), { record, at, network }];
      const beyond = fullestFirst(records, records.length - limit, (row) => row.network);
      records = records.filter((row) => !beyond.has(row));
    },
    ofNumber: async (number, limit) =>
      records
        .filter(({ record }) => record.id.toLowerCase() === number.toLowerCase())
        .map(({ record, at }) => ({ ...record, recordedAt: at }))
        .reverse()
        .sort((a, b) => b.recordedAt - a.recordedAt)
        .slice(0, limit),
    count: async () => records.length,
    purge: async (before) => {
      const kept = records.filter(({ at }) => at >= before);
      const removed = records.length - kept.length;
      records = kept;
      return removed;
    },
  });
}

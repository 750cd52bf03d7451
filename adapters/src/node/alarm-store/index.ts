import type { AlarmState, AlarmStore } from '@coachsite/core/alarm';
import type { Database } from '../sql/database.ts';
import { type None, prepared } from '../sql/statement.ts';
import type { SqlMailQueue } from '../stores/mail-queue.ts';

interface Row {
  readonly number: number;
  readonly content: string;
}

const select = prepared<None, Row>('SELECT number, content FROM owner_alarm');
const insert = prepared<Row>(
  `INSERT INTO owner_alarm (only_row, number, content) VALUES (1, :number, :content)
   ON CONFLICT (only_row) DO NOTHING`,
);
const update = prepared<Row & { base: number }>(
  'UPDATE owner_alarm SET number = :number, content = :content WHERE number = :base',
);

/** `mails` is the queue in the same database: a state and the mail about it are stored in one transaction. */
export function sqlAlarmStore(database: Database, mails: Pick<SqlMailQueue, 'add'>): AlarmStore {
  return {
    read: async () => {
      const row = await select.get(database, {});
      return row && { number: row.number, state: JSON.parse(row.content) as AlarmState };
    },
    replace: (base, state, mail, now) =>
      database.write(async (on) => {
        const row = { number: base + 1, content: JSON.stringify(state) };
        const changed = await (base === 0 ? insert.run(on, row) : update.run(on, { ...row, base }));
        if (changed === 0) return false;
        if (mail) await mails.add(on, mail, now);
        return true;
      }),
  };
}

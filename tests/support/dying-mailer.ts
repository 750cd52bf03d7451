import { openSqlite } from '@coachsite/adapters/sqlite';
import { sqlMailQueue } from '@coachsite/adapters/stores';
import { deliverMails } from '@coachsite/core/mail';
import { ok } from 'neverthrow';

/** Delivers what is due in a database at a time, and kills its own process when it comes to the mail called "poison". */
const [path = '', time = '0'] = process.argv.slice(2);
const database = openSqlite(path);
await deliverMails({
  mailQueue: sqlMailQueue(database),
  clock: { now: () => Number(time) },
  mailer: {
    verify: async () => ok(),
    send: async ({ id }) => {
      if (id === 'poison') process.kill(process.pid, 'SIGKILL');
      return ok();
    },
  },
});
await database.close();

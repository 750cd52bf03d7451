import { afterAll } from 'vitest';
import { databases } from '../../support/two-processes.ts';
import { addRow } from '../rows.ts';
import { behindPgbouncer, version } from '../support/pgbouncer.ts';

const pooler = await behindPgbouncer();
databases.newUrl = await pooler.start('transaction', 20);

afterAll(async () => {
  await pooler.stop();
  // It is kept only where all passed.
  addRow({
    name: 'PgBouncer, transaction mode, two processes on the same rows',
    version,
    outcome: 'the races of `npm test`',
  });
});

await import('../../adapters/postgres-races.test.ts');

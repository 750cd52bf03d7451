import { openPostgres } from '@coachsite/adapters/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { installInFolder } from '../../support/npm-folder.ts';
import { addRow } from '../rows.ts';
import { startSite } from '../support/journey.ts';

const version = '0.5.14';
const folder = installInFolder({
  '@electric-sql/pglite': version,
  '@electric-sql/pglite-socket': '0.2.17',
});

/** A database that clients reach by `url`, and what this process itself asks of it. */
async function startPglite(maxConnections: number) {
  const { PGlite } = await folder.load('@electric-sql/pglite');
  const { PGLiteSocketServer } = await folder.load('@electric-sql/pglite-socket');
  const db = await PGlite.create();
  const port = await freePort();
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port, maxConnections });
  await server.start();
  onTestFinished(async () => {
    await server.stop();
    await db.close();
  });
  const tables = async () =>
    (await db.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).rows;
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, tables };
}

test.each([1, 20])('is refused at the start, with %s connections, each time', async (most) => {
  const { url, tables } = await startPglite(most);
  const refused = { code: 'POSTGRES_ONE_SESSION', message: expect.stringContaining('PGlite') };
  for (let turn = 0; turn < 2; turn += 1) {
    await expect(openPostgres(url)).rejects.toMatchObject(refused);
    await expect(startSite(url)).rejects.toThrow(
      'DATABASE_URL: the database cannot be used: all its clients share one session',
    );
  }
  expect(await tables()).toEqual([]);
  addRow({ name: `PGlite, ${most} connections`, version, outcome: 'refused at the start' });
});

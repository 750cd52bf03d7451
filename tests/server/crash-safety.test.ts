import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@coachsite/adapters/sqlite';
import { expect, test } from 'vitest';
import { json } from '../support/requests.ts';
import { serveProcess } from '../support/serve-process.ts';
import { startTestServer } from '../support/server.ts';

/** Sends until the server dies and returns the ids it acknowledged. */
async function sendUntilDeath(url: string, name: string, acknowledged: (id: string) => void) {
  for (let i = 0; ; i += 1) {
    const message = { name, email: 'ann@example.com', subject: `${name} ${i}`, message: 'Dag' };
    try {
      const response = await fetch(`${url}/api/contact`, json(message));
      acknowledged(((await response.json()) as { id: string }).id);
    } catch {
      return;
    }
  }
}

test('what was acknowledged before the process was killed is kept, and its mail goes out after', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'coachsite-'));
  const acknowledged: string[] = [];
  for (const round of ['one', 'two', 'three']) {
    const { child, url } = await serveProcess(directory);
    const enough = acknowledged.length + 12;
    const note = (id: string) => {
      acknowledged.push(id);
      // Killed in the middle of what the other senders do.
      if (acknowledged.length === enough) child.kill('SIGKILL');
    };
    await Promise.all(['a', 'b', 'c'].map((sender) => sendUntilDeath(url, round + sender, note)));
  }
  // Mails that a killed worker held come free when its hold ends.
  const database = openSqlite(join(directory, 'coachsite.sqlite'));
  await database.write(async () => database.sql.exec('UPDATE mail_queue SET due_at_ms = 0'));
  await database.close();
  const server = await startTestServer({ dataDirectory: directory });
  const { messages } = server.ports;
  const kept = new Set((await messages.list({ limit: 1000, offset: 0 })).map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  const subjects = new Set((await server.outbox()).map(({ subject }) => subject));
  expect(subjects.size).toBe(kept.size);
  await server.stop();
});

import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The message BackendKeyData of PostgreSQL's protocol, before the number of the process. */
const backendKey = Buffer.from('K\0\0\0\x0c');

/**
 * The URL of a database, by a socket on which connections get another number of process than their own, as a pooler gives.
 * What a transaction leaves in its session shows on the server.
 */
export async function behindPooler(to: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-pooler-'));
  const url = new URL(to);
  const name = `.s.PGSQL.${url.port || '5432'}`;
  const socketFolder = url.searchParams.get('host');
  const target = socketFolder
    ? { path: join(socketFolder, name) }
    : { host: url.hostname, port: Number(url.port || '5432') };
  const server = createServer((near) => {
    const far = connect(target);
    near.pipe(far);
    far.on('data', (bytes) => {
      const at = bytes.indexOf(backendKey);
      if (at >= 0) bytes.writeInt32BE(1, at + backendKey.length);
      near.write(bytes);
    });
    near.on('error', () => undefined).on('close', () => far.destroy());
    far.on('error', () => undefined).on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(join(folder, name), resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  url.searchParams.set('host', folder);
  return url.href;
}

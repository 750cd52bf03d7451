import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A way to a PostgreSQL server that can be cut, as when the server goes away. */
export interface CuttableLine {
  /** The URL of the database by this way. */
  readonly url: string;
  /** Ends every connection, and takes no other one. */
  readonly cut: () => void;
  /** Takes connections again. */
  readonly mend: () => void;
  /**
   * Keeps every connection and loses what is sent on it, as when the server's machine vanishes. New ones work, unless
   * `andNew`.
   */
  readonly silence: (andNew?: 'andNew') => void;
  /**
   * Ends the next connection that runs `statement` at the COMMIT after it: before the server hears of it, or after it is
   * done and before the client hears that.
   */
  readonly loseCommit: (statement: string, when: 'before' | 'after') => void;
  readonly stop: () => Promise<void>;
}

/** Opens a way to the database of a URL whose host is the folder of a socket, or a host. */
export async function cuttable(to: string): Promise<CuttableLine> {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-line-'));
  const url = new URL(to);
  const port = url.port || '5432';
  const socketFolder = url.searchParams.get('host');
  const name = `.s.PGSQL.${port}`;
  const target = socketFolder
    ? { path: join(socketFolder, name) }
    : { host: url.hostname, port: Number(port) };
  const open = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  let isNewSilent = false;
  let server: Server | undefined;
  let losing: { readonly statement: string; readonly when: 'before' | 'after' } | undefined;

  /** Passes on what a client sends. */
  function send(near: Socket, far: Socket): void {
    let isLosing = false;
    near.on('data', (bytes) => {
      if (silent.has(near)) return;
      if (losing && bytes.includes(losing.statement)) isLosing = true;
      if (!(losing && isLosing && bytes.includes('COMMIT\0'))) return void far.write(bytes);
      const { when } = losing;
      losing = undefined;
      if (when === 'before') return void near.destroy();
      far.unpipe(near).once('data', () => near.destroy());
      far.resume().write(bytes);
    });
    near.on('end', () => far.end());
  }

  const mend = () => {
    server = createServer((near) => {
      const far = connect(target);
      if (isNewSilent) silent.add(near);
      send(near, far);
      far.pipe(near);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          open.delete(one);
          other.destroy();
        });
      }
    }).listen(join(folder, name));
  };
  const cut = () => {
    server?.close();
    for (const socket of open) socket.destroy();
  };
  mend();
  url.searchParams.set('host', folder);
  return {
    url: url.href,
    cut,
    mend,
    silence: (andNew) => {
      isNewSilent = andNew !== undefined;
      for (const socket of open) silent.add(socket);
    },
    loseCommit: (statement, when) => {
      losing = { statement, when };
    },
    stop: async () => {
      cut();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ephemeral ports of the usual systems, so that no connection and no other program is given one. */
const lowest = 12_000;
const highest = 32_000;

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

const notes: string[] = [];
process.once('exit', () => {
  for (const note of notes) rmSync(note, { force: true });
});

/** Notes that this process has a port, in a file: until it listens, the port is free for the other processes of a run. */
function take(port: number): boolean {
  const note = join(tmpdir(), `coachsite-port-${port}`);
  try {
    writeFileSync(note, '', { flag: 'wx' });
    notes.push(note);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A free port, for tests that need it before the server listens because mails contain links. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (take(port) && (await canListen(port))) return port;
  }
}

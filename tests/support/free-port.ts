import { createServer } from 'node:net';

/** Below the ephemeral ports of the usual systems, so that no connection and no other program is given one. */
const lowest = 12_000;
const highest = 32_000;

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A free port, for tests that need it before the server listens because mails contain links. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await canListen(port)) return port;
  }
}

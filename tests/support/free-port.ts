import { createServer } from 'node:net';

/** Below the ports that systems give to connections and to whoever asks for any: nobody but these tests takes one. */
const lowest = 12_000;
const highest = 32_000;

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A port of one's own: links in mails need it before the server listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await canListen(port)) return port;
  }
}

import { createServer } from 'node:net';

/** A free port of this machine, and the end of its being held: right before whoever asked listens there. */
export interface HeldPort {
  readonly port: number;
  readonly release: () => Promise<void>;
}

/** Takes a port that is free at `host`. Rejects with what the system says when `host` cannot be listened on. */
export async function holdFreePort(host: string): Promise<HeldPort> {
  const holder = createServer();
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject).listen(0, host, resolve);
  });
  const address = holder.address();
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return {
    port: address.port,
    release: () => new Promise((resolve) => holder.close(() => resolve())),
  };
}

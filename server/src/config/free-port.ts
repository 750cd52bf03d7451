import { createServer } from 'node:net';

/** A reserved free port. Call `release` right before listening on it. */
export interface HeldPort {
  readonly port: number;
  readonly release: () => Promise<void>;
}

/** Reserves a free port at `host`. Rejects with the system's error when it cannot listen there. */
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

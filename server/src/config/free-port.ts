import { createServer } from 'node:net';
import { err, ok, type Result } from 'neverthrow';
import type { Config } from './config.ts';
import { startSentence } from './failure-sentence.ts';

/** A reserved port. Call `release` right before listening on it. */
export interface HeldPort {
  readonly port: number;
  readonly release: () => Promise<void>;
}

/**
 * Reserves a port at `host`, or any free one. Rejects with the system's error when it cannot listen there: the port is
 * taken, for instance.
 */
export async function holdPort(host: string, port = 0): Promise<HeldPort> {
  const holder = createServer();
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject).listen(port, host, resolve);
  });
  const address = holder.address();
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return {
    port: address.port,
    release: () => new Promise((resolve) => holder.close(() => resolve())),
  };
}

/** The port of the configuration, where nothing listens yet, or any free one for 0; else one sentence that says why not. */
export async function freePortFor(config: Config): Promise<Result<number, string>> {
  try {
    const { port, release } = await holdPort(config.host, config.port);
    await release();
    return ok(port);
  } catch (error) {
    return err(startSentence(error, config));
  }
}

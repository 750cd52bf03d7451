import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isStale } from './source-hash.ts';

const command = join(import.meta.dirname, '..', '..', 'scripts', 'build.ts');

/**
 * Builds the pages when a source changed since the last build, in a process of its own: they are built for production
 * whoever asks, and the hundreds of MB that Vite keeps do not stay in a server or a test run. `onBuild` hears that there is
 * something to build, before it is built. Rejects when it fails.
 */
export async function buildIfStale(onBuild: () => void = () => undefined): Promise<void> {
  if (!isStale()) return;
  onBuild();
  const build = spawn(process.execPath, [command, '--if-stale'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [status] = await once(build, 'exit');
  if (status !== 0) throw new Error('The pages could not be built');
}

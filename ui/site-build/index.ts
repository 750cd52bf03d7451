import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isStale } from './source-hash.ts';

const command = join(import.meta.dirname, '..', '..', 'scripts', 'build.ts');

/**
 * Builds the pages in a child process if a source changed since the last build. The child process always builds for
 * production, and frees the hundreds of MB that Vite allocates. Calls `onBuild` before a build starts. Rejects when the
 * build fails.
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

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isStale } from './source-hash.ts';

const command = join(import.meta.dirname, '..', '..', 'scripts', 'build.ts');

/** Whether the tools that build the pages are installed; a production install leaves them out. */
function areToolsInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('vite');
    return true;
  } catch {
    return false;
  }
}

/**
 * Builds the pages in a child process if a source changed since the last build. The child process frees the hundreds of
 * MB that Vite allocates. Calls `onBuild` before a build starts. Rejects when the build fails, or is needed and its tools
 * are not installed.
 */
export async function buildIfStale(onBuild: () => void = () => undefined): Promise<void> {
  if (!isStale()) return;
  if (!areToolsInstalled()) {
    throw new Error(
      'The pages are not built from the present sources, and the tools that build them are not installed: run npm ci',
    );
  }
  onBuild();
  const build = spawn(process.execPath, [command, '--if-stale'], { stdio: 'inherit' });
  const [status] = await once(build, 'exit');
  if (status !== 0) throw new Error('The pages could not be built');
}

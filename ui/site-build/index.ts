import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  areArticlesStale,
  hasSources,
  isProgramStale,
  isStale,
  programFolder,
} from './source-hash.ts';

const command = join(import.meta.dirname, '..', '..', 'scripts', 'build.ts');

/** The server as one program, once it is built. */
export const program: string = join(programFolder, 'main.js');

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
 * Builds the pages, or publishes the articles only, in a child process if a source changed since the last build. The
 * child process frees the hundreds of MB that Vite allocates. Calls `onBuild` before a build of the pages starts. Rejects
 * when the build fails, or is needed and its tools are not installed.
 */
export async function buildIfStale(onBuild: () => void = () => undefined): Promise<void> {
  const isSiteStale = isStale();
  if (!isSiteStale && !areArticlesStale() && !isProgramStale()) return;
  if (!areToolsInstalled()) {
    throw new Error(
      'The pages are not built from the present sources, and the tools that build them are not installed: run npm ci',
    );
  }
  if (isSiteStale) onBuild();
  const build = spawn(process.execPath, [command, '--if-stale'], { stdio: 'inherit' });
  // A start that is stopped leaves no build behind.
  const end = () => build.kill();
  process.once('exit', end);
  const [status] = await once(build, 'exit');
  process.off('exit', end);
  if (status !== 0) throw new Error('The pages could not be built');
}

/**
 * Records the day of what changed beside the texts, and puts texts and articles into the built site, from where running
 * servers take them. Returns whether anything had changed.
 */
export async function publishContent(onBuild: () => void): Promise<boolean> {
  if (hasSources()) {
    // Not with the other imports: it reads sources that an image does not have.
    const { noteChanges } = await import('./change-dates.ts');
    noteChanges(Date.now());
  }
  if (!isStale() && !areArticlesStale()) return false;
  await buildIfStale(onBuild);
  return true;
}

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Config } from '@coachsite/server/config';
import { CommandError, runCommand } from './support/command.ts';
import { installAdvice } from './support/missing-package.ts';
import { loadConfig } from './support/open-ports.ts';

/** Checks that Vite is installed: the server would wait for a change after the stack of an import. */
function needVite(): void {
  try {
    createRequire(import.meta.resolve('@coachsite/ui/site-build')).resolve('vite');
  } catch {
    throw new CommandError(installAdvice('vite'));
  }
}

/** The port of the site, where nothing listens yet: the one asked for, or any for 0. It stays the same at a restart. */
async function portFor(config: Config): Promise<number> {
  const { startSentence } = await import('@coachsite/server/failure-sentence');
  const { holdPort } = await import('@coachsite/server/free-port');
  try {
    const { port, release } = await holdPort(config.host, config.port);
    await release();
    return port;
  } catch (error) {
    throw new CommandError(startSentence(error, config));
  }
}

await runCommand({
  help: `npm run dev

Serves the site at http://localhost:3000 (or PORT): pages show a change at once, the API restarts after one.`,
  run: async () => {
    needVite();
    const config = await loadConfig();
    const { takeServerLock } = await import('@coachsite/server/server-lock');
    // Held until this process ends, so that no other server comes in while the API restarts.
    const taken = takeServerLock(config);
    if (taken.isErr()) throw new CommandError(taken.error);
    const port = await portFor(config);
    // Node follows what the server imports; Vite, inside it, follows the pages.
    const script = join(import.meta.dirname, 'support', 'dev-server.ts');
    const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', script], {
      stdio: 'inherit',
      env: { ...process.env, PORT: String(port) },
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => server.kill(signal));
    server.on('exit', (code) => process.exit(code ?? 0));
  },
});

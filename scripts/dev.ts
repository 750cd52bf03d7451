import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { CommandError, runCommand } from './support/command.ts';
import { loadConfig } from './support/open-ports.ts';

await runCommand({
  help: `npm run dev

Serves the site at http://localhost:3000 (or PORT): pages show a change at once, the API restarts after one.`,
  run: async () => {
    // The server would wait for a change after the stack of its import.
    import.meta.resolve('vite');
    const config = await loadConfig();
    const { freePortFor } = await import('@coachsite/server/free-port');
    const { takeServerLock } = await import('@coachsite/server/server-lock');
    const taken = takeServerLock(config);
    if (taken.isErr()) throw new CommandError(taken.error);
    const port = await freePortFor(config);
    if (port.isErr()) throw new CommandError(port.error);
    // Node follows what the server imports; Vite, inside it, follows the pages.
    const script = join(import.meta.dirname, 'support', 'dev-server.ts');
    const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', script], {
      // Its stdin ends with this process, however that does.
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...process.env, PORT: String(port.value) },
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => server.kill(signal));
    server.on('exit', (code, signal) => {
      // Held until here, so that no other server comes in while the API restarts. A lock that nothing refers to is released
      // when its memory is collected.
      taken.value?.release();
      if (signal) console.error(`The site is no longer served (${signal}): run npm run dev again`);
      process.exit(code ?? 1);
    });
  },
});

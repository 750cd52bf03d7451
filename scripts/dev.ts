import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runCommand } from './support/command.ts';

await runCommand({
  help: `npm run dev

Serves the site at http://localhost:3000 (or PORT): pages show a change at once, the API restarts after one.`,
  run: async () => {
    // Node follows what the server imports; Vite, inside it, follows the pages.
    const script = join(import.meta.dirname, 'support', 'dev-server.ts');
    const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', script], {
      stdio: 'inherit',
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => server.kill(signal));
    server.on('exit', (code) => process.exit(code ?? 0));
  },
});

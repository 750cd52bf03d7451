import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `npm run dev

Serves the site at http://localhost:3000 (or PORT): pages show a change at once, the API restarts after one.`;

let isHelp = false;
try {
  isHelp = parseArgs({ options: { help: { type: 'boolean' } } }).values.help === true;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exit(2);
}
if (isHelp) {
  console.log(usage);
} else {
  // Node follows what the server imports; Vite, inside it, follows the pages.
  const server = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(import.meta.dirname, 'support', 'dev-server.ts')],
    { stdio: 'inherit' },
  );
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 0));
}

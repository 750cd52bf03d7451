import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./serve.ts', import.meta.url));

/**
 * Starts a server that a test can kill, in a process of its own, on a data directory that it shares with other
 * processes: unlike `npm start` it does not ask for the directory alone.
 */
export async function serveProcess(
  dataDirectory: string,
  { pages = false } = {},
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [program, dataDirectory, ...(pages ? ['pages'] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, url };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a screen that nobody sees, for programs that need one: Xvfb, on a number that is free. */
export async function startDisplay(size = '1600x1200x24') {
  // It stays as it is when the last program goes: one that comes while it starts anew would find no screen.
  const parameters = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset'];
  const server = spawn('Xvfb', parameters, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(server.stdio[3] as NodeJS.ReadableStream, 'data');
  return { name: `:${String(number).trim()}`, stop: () => server.kill() };
}

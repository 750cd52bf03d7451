import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PdfInspection, PdfInspector } from '@coachsite/core/ebook';
import { inspectionCommand } from './command.ts';
import { oneAtATime, unreadable } from './one-at-a-time.ts';

/** Time limit of one inspection. The whole response may take 5 s. Source: docs/security.md#UP-4. */
const timeLimitMs = 4000;
const [command, ...parameters] = inspectionCommand;

/**
 * Runs the inspection in a process of its own. A worker thread is not enough: its memory limits exclude array buffers,
 * which a decompression bomb fills. The process gets no environment, may read nothing but its own code, watches its own
 * memory (see memory-watch.ts) and is killed at the time limit; then the result is what it had found by then, or
 * `unreadable`. Rejects when it cannot be started.
 */
async function inspectOnce(bytes: AsyncIterable<Uint8Array>): Promise<PdfInspection> {
  const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  try {
    const output = Readable.from(child.stdout.setEncoding('utf8')).reduce(
      (text: string, chunk: string) => text + chunk,
      '',
    );
    // A process that dies early breaks the pipe; what it wrote decides, not the broken pipe.
    await pipeline(bytes, child.stdin).catch(() => undefined);
    await ended;
    const [found] = (await output).split('\n').slice(0, -1).reverse();
    return found === undefined ? unreadable : (JSON.parse(found) as PdfInspection);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** Inspects PDFs one at a time, so that four concurrent uploads need no more memory than one. */
export function unpdfInspector(): PdfInspector {
  return { inspect: oneAtATime(inspectOnce) };
}

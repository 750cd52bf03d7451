import { writeSync } from 'node:fs';
import { codeOf } from '../config/system-errors.ts';

/** Tries of a pipe that takes nothing at the moment, and the time between them, in milliseconds. */
const [tries, pauseMs] = [20, 5];

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * Where the log goes. Each line is written before the call returns, so that none is missing after a crash. A line that
 * cannot be written is dropped. The stream of pino would end the process with an error or, on a full disk, wait without
 * an end: the site would be down because of its log. Source: docs/security.md#DR-5.
 */
export function logOutput(descriptor: number): { readonly write: (line: string) => void } {
  return {
    write: (line) => {
      let rest: Uint8Array = Buffer.from(line);
      for (let left = tries; rest.length > 0 && left > 0; left -= 1) {
        try {
          rest = rest.subarray(writeSync(descriptor, rest));
        } catch (error) {
          if (codeOf(error) !== 'EAGAIN') return;
          sleep(pauseMs);
        }
      }
    },
  };
}

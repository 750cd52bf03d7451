import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const shared = '/dev/shm';

/** A clock for servers that can be set while they run: that of libfaketime. */
export function movableClock(folder: string) {
  const file = join(folder, 'clock');
  const shift = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  shift(0);
  return {
    /** For the environment of a server. */
    env: {
      // The loader replaces $LIB by the folder of this kind of processor.
      LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    /** Sets it so many seconds ahead of ours. */
    shift,
    /** Acts while it is so many seconds ahead of ours. */
    during: async <T>(seconds: number, act: () => Promise<T>): Promise<T> => {
      shift(seconds);
      return act().finally(() => shift(0));
    },
    /** Removes what the library of a process leaves, which would end a later process of that number. */
    clear: (pid: number | undefined) => {
      const left = readdirSync(shared).filter(
        (name) => name.endsWith(`_${pid}`) && name.includes('faketime'),
      );
      for (const name of left) rmSync(join(shared, name), { force: true });
    },
  };
}

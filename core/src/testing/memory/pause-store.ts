import type { PauseStore, ReplyPause } from '../../contact/index.ts';
import { byValue } from './by-value.ts';

/** A `PauseStore` in memory. */
export function memoryPauseStore(): PauseStore {
  let pauses: readonly ReplyPause[] = [];
  return byValue({
    list: async () => pauses,
    change: async (change) => {
      pauses = [...change(pauses)].sort((a, b) => a.startsAt - b.startsAt);
    },
  });
}

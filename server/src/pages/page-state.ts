import type { StoredState } from '../config/stored-state.ts';
import { inTime } from '../http/in-time.ts';

/** The state of the database, and how far the pages have followed it: what the pages and their follower have in common. */
export interface PageState {
  /**
   * The current state. Calls in one turn of the event loop share one read. While the database is away or does not
   * respond in time, they get the last known state.
   */
  readonly stored: () => Promise<StoredState>;
  /** The same once the pages show the facts of its revision, as far as they can be shown. */
  readonly shown: () => Promise<StoredState>;
  /** Calls `show` when a page is asked for before the pages show the newest revision. */
  readonly onBehind: (show: () => Promise<unknown>) => void;
  /** Notes that the pages will show what is stored from now on. Rejects while the database is away. */
  readonly begin: () => Promise<void>;
  /** Lets pages wait for what was begun, until it ends in whatever way. */
  readonly waitFor: (showing: Promise<unknown>) => void;
}

/** The state of pages that show what is known `atStart`. */
export function pageState(read: () => Promise<StoredState>, atStart: StoredState): PageState {
  let asked: Promise<StoredState> | undefined;
  let last = atStart;
  /** The revision that the last showing began with, and that showing while it lasts. */
  let begun = atStart.revision;
  let showing: Promise<unknown> | undefined;
  const listeners: (() => Promise<unknown>)[] = [];

  async function readKnown(): Promise<StoredState> {
    last = await inTime(read()).catch(() => last);
    return last;
  }

  function stored(): Promise<StoredState> {
    if (!asked) {
      setImmediate(() => {
        asked = undefined;
      });
      asked = readKnown();
    }
    return asked;
  }

  return {
    stored,
    shown: async () => {
      const state = await stored();
      if (state.revision !== begun) await Promise.all(listeners.map((show) => show()));
      else if (showing) await showing;
      return state;
    },
    onBehind: (show) => listeners.push(show),
    begin: async () => {
      begun = (await inTime(read())).revision;
    },
    waitFor: (begunNow) => {
      const ended = () => {
        showing = undefined;
      };
      showing = begunNow.then(ended, ended);
    },
  };
}

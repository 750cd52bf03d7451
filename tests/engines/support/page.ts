import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { Action, Tab } from '../drivers/driver.ts';
import {
  type Aim,
  aimAt,
  choose,
  findAll,
  hasMissed,
  look,
  type Query,
  type Seen,
} from './in-page.ts';

/** How long something may take to happen, in milliseconds: a slow machine is no failure. */
const patienceMs = 15_000;
const pollMs = 40;
/** How often Tab is pressed to reach something. */
const mostStops = 60;

const require = createRequire(import.meta.url);
const library = readFileSync(
  require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** Tries until it gives something else than undefined and throws nothing; then the last problem is thrown. */
async function eventually<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    let problem: unknown = new Error('It did not happen');
    try {
      const value = await attempt();
      if (value !== undefined) return value;
    } catch (error) {
      problem = error;
    }
    if (performance.now() > endsAt) throw problem;
    await wait(pollMs);
  }
}

export const role = (role: string, name?: string | RegExp): Query =>
  name === undefined ? { by: 'role', role } : { by: 'role', role, name: String(name) };
export const label = (name: string | RegExp): Query => ({ by: 'label', name: String(name) });
export const text = (name: string | RegExp): Query => ({ by: 'text', name: String(name) });
export const css = (name: string): Query => ({ by: 'css', name });

/** A text that contains these words, as the name of a query. */
export const containing = (words: string) =>
  new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));

/** Whether what is seen says these words. */
export const says =
  (words: string) =>
  ({ text }: Seen): boolean =>
    text.includes(words);
export const isFocused = (seen: Seen): boolean => seen.isFocused;
export const isInvalid = (seen: Seen): boolean => seen.isInvalid;
export const isChecked = (seen: Seen): boolean => seen.isChecked;

const nameOf = (path: readonly Query[]) =>
  path.map(({ by, role, name }) => `${role ?? by} "${name ?? ''}"`).join(' > ');

/** A page as a visitor uses it, the same in every engine. Everything waits until it can be done. */
export interface Page extends ReturnType<typeof pageOn> {}

interface Place {
  readonly origin: string;
  /** What runs in each document before anything is looked for in it. */
  readonly prelude: string;
}

/** What can be done on a tab of a site; with a path, within the element that it leads to. */
export function pageOn(tab: Tab, place: Place, within: readonly Query[] = []) {
  /** Calls one of the functions of in-page.ts, with the library there. */
  const ask = async <T>(code: Parameters<typeof String>[0], ...args: readonly unknown[]) => {
    const call = () =>
      tab.call<{ readonly value: T } | null>(
        `async (...args) =>
          'TestingLibraryDom' in globalThis ? { value: await (${code})(${findAll}, ...args) } : null`,
        ...args,
      );
    const answer = await call();
    if (answer) return answer.value;
    await tab.call(`() => { ${place.prelude} ${library}\n }`);
    const second = await call();
    if (!second) throw new Error('The page went on');
    return second.value;
  };
  const seenAt = (path: readonly Query[]) => ask<readonly Seen[]>(look, path);
  const press = async (keys: string) => {
    const parts = keys.split('+');
    const down = parts.map((key): Action => ({ type: 'keyDown', key }));
    const up = parts.toReversed().map((key): Action => ({ type: 'keyUp', key }));
    await tab.act([...down, ...up]);
  };
  const type = (words: string) =>
    tab.act(
      [...words].flatMap((key): Action[] => [
        { type: 'keyDown', key },
        { type: 'keyUp', key },
      ]),
    );
  const aim = (query: Query) =>
    eventually(async () => {
      const path = [...within, query];
      const at = await ask<Aim>(aimAt, path);
      if ('problem' in at) throw new Error(`${nameOf(path)}: ${at.problem}`);
      return at;
    });
  /** Presses, and once more where the page moved in the moment between aim and press. */
  const click = (query: Query, times = 1) =>
    eventually(async () => {
      const { x, y } = await aim(query);
      await tab.act([{ type: 'move', x, y }]);
      const once: Action[] = [{ type: 'down' }, { type: 'up' }];
      await tab.act(Array.from({ length: times }, () => once).flat());
      // Where the press leads to another page, nobody knows of the aim any more.
      const missed = await tab.call<boolean>(String(hasMissed)).catch(() => false);
      if (missed) throw new Error(`${nameOf([...within, query])}: moved away from the press`);
      return true;
    });
  /** Waits until there is such an element for which the condition holds. */
  const see = (query: Query, holds: (seen: Seen) => boolean = () => true) =>
    eventually(async () => {
      const path = [...within, query];
      const found = await seenAt(path);
      const seen = found.find(holds);
      if (seen) return seen;
      throw new Error(`${nameOf(path)}: ${found.length ? JSON.stringify(found) : 'not there'}`);
    });
  return {
    tab,
    aim,
    click,
    see,
    press,
    type,
    /** The same page, within the element that the query finds. */
    within: (query: Query) => pageOn(tab, place, [...within, query]),
    goTo: (path: string) => tab.goTo(new URL(path, place.origin).href),
    count: async (query: Query) => (await seenAt([...within, query])).length,
    /** Waits until so many are seen. */
    counts: (query: Query, count: number) =>
      eventually(async () => {
        const path = [...within, query];
        const found = await seenAt(path);
        if (found.length === count) return true;
        throw new Error(`${nameOf(path)}: ${found.length} in place of ${count}`);
      }),
    gone: (query: Query) =>
      eventually(async () => {
        const path = [...within, query];
        if ((await seenAt(path)).length > 0) throw new Error(`${nameOf(path)} is there`);
        return true;
      }),
    /** Chooses the option with this value in a list. */
    choose: (query: Query, value: string) =>
      eventually(async () => {
        if (await ask<boolean>(choose, [...within, query], value)) return true;
        throw new Error(`${nameOf([...within, query])} has no ${value}`);
      }),
    /** Moves the mouse there, which starts what is about to be used. */
    hover: async (query: Query) => {
      const { x, y } = await aim(query);
      await tab.act([{ type: 'move', x, y }]);
    },
    /** Presses Tab until what the query finds has the focus, as somebody without a mouse does. */
    tabTo: async (query: Query) => {
      for (let stop = 0; stop < mostStops; stop += 1) {
        await press('Tab');
        if ((await seenAt([...within, query]))[0]?.isFocused) return;
      }
      throw new Error(`${nameOf([...within, query])} was not reached`);
    },
    /** Types into a field in place of what is in it. */
    fill: async (query: Query, words: string) => {
      await click(query);
      await press('Control+a');
      await (words === '' ? press('Delete') : type(words));
    },
    /** Waits until the path and query of the URL are these. */
    at: (path: string | RegExp) =>
      eventually(async () => {
        const now = await tab.call<string>(
          '() => location.pathname + location.search + location.hash',
        );
        if (typeof path === 'string' ? now === path : path.test(now)) return now;
        throw new Error(`The page is ${now} instead of ${path}`);
      }),
    /** Waits until so many calls, whose URLs have this in them, have been answered in this document. */
    called: (part: string, times: number) =>
      eventually(async () => {
        const count = await tab.call<number>(
          `(part) => performance.getEntriesByType('resource').filter(({ name }) => name.includes(part)).length`,
          part,
        );
        if (count >= times) return true;
        throw new Error(`${count} calls of ${part} in place of ${times}`);
      }),
    /** Waits until the app has taken the page over. */
    appStarted: () => see(css('html.app')),
  };
}

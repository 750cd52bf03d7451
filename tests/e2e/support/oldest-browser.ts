import type { Page } from '@playwright/test';
import { newerBuiltIns } from '../../support/newer-built-ins.ts';

/** Takes from every page what one of the oldest browsers lacks. Source: docs/design.md#browsers. */
export async function playOldestBrowser(page: Page): Promise<void> {
  const { globals, statics, members } = newerBuiltIns();
  await page.addInitScript(
    ({ names, own, ofInstances }) => {
      const all = globalThis as unknown as Record<string, Record<string, unknown> | undefined>;
      const split = (path: string) => path.split('.') as [string, string];
      const drop = (from: unknown, key: string) => {
        if (from !== undefined && from !== null) Reflect.deleteProperty(from as object, key);
      };
      for (const [name, key] of own.map(split)) drop(all[name], key);
      for (const [name, key] of ofInstances.map(split)) drop(all[name]?.['prototype'], key);
      // Iterators themselves are as old as the language; only their name and their methods are not.
      for (const name of names) drop(all, name);
    },
    { names: [...globals], own: [...statics], ofInstances: [...members] },
  );
}

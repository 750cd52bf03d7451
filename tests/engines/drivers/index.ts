import { chromiumDriver } from './chromium.ts';
import type { Driver } from './driver.ts';
import { firefoxDriver } from './firefox.ts';
import { webkitDriver } from './webkit.ts';

export const drivers = {
  chromium: chromiumDriver,
  firefox: firefoxDriver,
  webkit: webkitDriver,
} satisfies Record<string, Driver>;

export type Engine = keyof typeof drivers;

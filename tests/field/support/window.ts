import { Window } from 'happy-dom';
import { afterAll } from 'vitest';
import type { Body } from '../../support/auth-client.ts';

/** A page at a URL for packages that want a browser, until the end of the file; all else is that of Node. */
export function openWindow(url: string): Window {
  const window = new Window({ url });
  const global = globalThis as Body;
  Object.assign(global, { window, document: window.document });
  afterAll(async () => {
    delete global.window;
    delete global.document;
    await window.happyDOM.close();
  });
  return window;
}

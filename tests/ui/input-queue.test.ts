import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emit } from '#ui/src/browser/page-events.ts';
import { queueInput } from '#ui/src/document/input-queue.ts';
import { drainQueue, startApp } from '#ui/src/document/start-app.ts';

const root = document.documentElement;

/** Starts the head script with a document script that loads when the test triggers it. */
function start() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const uncaught: unknown[] = [];
  // What is thrown again would reach the window.
  const then = promise.catch.bind(promise);
  promise.catch = (giveUp) => {
    const handled = then(giveUp);
    handled.then(undefined, (error: unknown) => uncaught.push(error));
    return handled;
  };
  const load = vi.fn(() => promise);
  queueInput(root, load);
  return {
    load,
    arrive: async (attach: () => void = () => {}) => {
      attach();
      drainQueue();
      resolve();
      await new Promise((done) => setTimeout(done));
    },
    fail: async () => {
      reject(new Error('offline'));
      await new Promise((done) => setTimeout(done));
      expect(uncaught).toEqual([new Error('offline')]);
    },
  };
}

function body(markup: string): HTMLElement {
  document.body.innerHTML = markup;
  return document.body.firstElementChild as HTMLElement;
}

/** Reports the first paint to the observer. */
let paint: () => void = () => {};

beforeEach(() => {
  paint = () => {};
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      readonly seen: () => void;
      constructor(seen: () => void) {
        this.seen = seen;
      }
      observe(options: PerformanceObserverInit) {
        if (options.type === 'paint' && options.buffered) paint = this.seen;
      }
    },
  );
});

afterEach(() => {
  // Retires the queue of this test, whose listeners stay on the window.
  emit('queue', [2, (_missed, held) => held.clear()]);
  root.className = '';
});

test('using the page fetches the document script once', async () => {
  const { load, arrive } = start();
  expect(load).not.toHaveBeenCalled();
  dispatchEvent(new Event('scroll'));
  dispatchEvent(new Event('scroll'));
  expect(load).toHaveBeenCalledTimes(1);
  await arrive();
});

test('a loaded and painted page fetches it', async () => {
  const { load, arrive } = start();
  dispatchEvent(new Event('load'));
  expect(load).not.toHaveBeenCalled();
  paint();
  paint();
  expect(load).toHaveBeenCalledTimes(1);
  await arrive();
});

test('a click on a button is replayed when the script has loaded', async () => {
  const button = body('<button type="button">Menu</button>');
  const { arrive } = start();
  button.click();
  const pressed = vi.fn();
  await arrive(() => button.addEventListener('click', pressed));
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a choice in the cookie banner is shown before the script has loaded', async () => {
  const button = body('<button type="button" data-drop="consent-open">All</button>');
  root.classList.add('consent-open');
  const { arrive } = start();
  button.click();
  expect(root.classList.contains('consent-open')).toBe(false);
  await arrive();
  expect(root.classList.contains('consent-open')).toBe(false);
});

test('a choice in the cookie banner is shown before the script stores it', async () => {
  const button = body('<button type="button" data-drop="consent-open">All</button>');
  const { arrive } = start();
  await arrive();
  root.classList.add('consent-open');
  const shown: boolean[] = [];
  button.addEventListener('click', () => shown.push(root.classList.contains('consent-open')));
  button.click();
  expect(shown).toEqual([false]);
});

test('a choice in the cookie banner is stored, whatever is clicked before and after it', async () => {
  const page = body(
    '<div><button type="button">Menu</button><button type="button" data-drop="consent-open">All</button><h1>Title</h1></div>',
  );
  const [menu, all, title] = [...page.children] as HTMLElement[];
  const { arrive } = start();
  const pressed: unknown[] = [];
  for (const one of [menu, all, title, all, menu]) one?.click();
  await arrive(() =>
    page.addEventListener('click', ({ target }) =>
      pressed.push((target as HTMLElement).textContent),
    ),
  );
  expect(pressed).toEqual(['Menu', 'All']);
});

test('the second click of a double click does not follow a link under the banner', async () => {
  const banner = body(
    '<p><button type="button" data-drop="consent-open">No</button><a>Book</a></p>',
  );
  root.classList.add('consent-open');
  const { arrive } = start();
  const [button, link] = [...banner.children] as [HTMLElement, HTMLElement];
  const press = (element: HTMLElement, detail: number) =>
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  expect(press(link, 2)).toBe(true);
  press(button, 1);
  expect(press(link, 2)).toBe(false);
  expect(press(link, 1)).toBe(true);
  await arrive();
});

test('earlier typing is reported to the script', async () => {
  const field = body('<input>') as HTMLInputElement;
  const { arrive } = start();
  field.value = 'abc';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  const heard = vi.fn();
  const listen = () => document.addEventListener('input', heard, { once: true });
  await arrive(listen);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(heard.mock.calls[0]?.[0].target).toBe(field);
});

test('an error before the script has loaded is reported to it', async () => {
  const { arrive } = start();
  const error = new Error('early');
  dispatchEvent(new ErrorEvent('error', { error }));
  const heard = vi.fn();
  await arrive(() => addEventListener('error', (event) => heard(event.error), { once: true }));
  expect(heard).toHaveBeenCalledExactlyOnceWith(error);
});

test('a click on a link that the app handles is replayed when the app runs', async () => {
  const link = body('<a href="#file" data-app="">View</a>');
  const { arrive } = start();
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  link.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  const pressed = vi.fn();
  await arrive(() => link.addEventListener('click', pressed));
  expect(pressed).not.toHaveBeenCalled();
  await startApp(async () => {});
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a link waits for the script only after typing', async () => {
  const form = body('<p><input><a href="#there">There</a></p>');
  const [field, link] = [...form.children] as [HTMLElement, HTMLElement];
  const { arrive } = start();
  const press = () => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    link.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(press()).toBe(false);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(press()).toBe(true);
  const followed = vi.fn();
  await arrive(() => link.addEventListener('click', followed));
  expect(followed).toHaveBeenCalledTimes(1);
});

test('without the script a clicked link is still followed', async () => {
  const form = body('<p><input><a href="#there">There</a></p>');
  const [field, link] = [...form.children] as [HTMLElement, HTMLElement];
  const { fail } = start();
  field.dispatchEvent(new Event('input', { bubbles: true }));
  link.click();
  const followed = vi.fn();
  link.addEventListener('click', followed);
  await fail();
  expect(followed).toHaveBeenCalledTimes(1);
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queueInput } from '#ui/src/document/input-queue.ts';
import { startOnIntent } from '#ui/src/document/start-app.ts';

const root = document.documentElement;
const done: string[] = [];
let app = Promise.withResolvers<void>();
let starts = 0;
const reported = vi.fn();
vi.stubGlobal('reportError', reported);

root.setAttribute('data-app', '/app.js');
document.body.innerHTML = `
  <button id="plain">Plain</button>
  <input id="else" type="radio">
  <form id="contact" data-app action="/contact"><input name="a"><input id="one" type="radio"><button>Send</button></form>
  <form id="dialog" data-app><button>Sign in</button></form>
  <div data-app><button id="inside" type="button">Inside</button></div>`;
const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const form = find<HTMLFormElement>('contact');
const inside = find<HTMLButtonElement>('inside');
const one = find<HTMLInputElement>('one');

/** What the app does once it runs. It listens below the window, as React does. */
for (const type of ['submit', 'click', 'change']) {
  document.body.addEventListener(type, (event) => {
    const { id } = event.target as HTMLElement;
    if (type === 'submit') event.preventDefault();
    if (type === 'submit' || id === 'inside' || type === 'change') done.push(`${type} ${id}`);
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  done.length = 0;
});

describe('the start of the app', () => {
  it('requested before the document script has loaded, happens once it has', async () => {
    const script = Promise.withResolvers<void>();
    queueInput(root, () => script.promise);
    inside.click();
    expect(starts).toBe(0);
    startOnIntent(() => {
      starts += 1;
      return app.promise;
    });
    script.resolve();
    await settled();
    expect(starts).toBe(1);
    expect(done).toEqual([]);
  });

  it('may fail: the browser then sends a form with an action, and the next use retries', async () => {
    const sent = vi.spyOn(form, 'submit').mockImplementation(() => {});
    form.requestSubmit();
    expect(sent).not.toHaveBeenCalled();
    const offline = new Error('offline');
    app.reject(offline);
    await settled();
    expect(sent).toHaveBeenCalledTimes(1);
    expect(reported.mock.lastCall?.[0]).toBe(offline);
    expect(root.classList.contains('failed')).toBe(true);
    app = Promise.withResolvers();
  });

  it('that fails does not send a form without an action', async () => {
    const dialog = find<HTMLFormElement>('dialog');
    const sent = vi.spyOn(dialog, 'submit').mockImplementation(() => {});
    dialog.requestSubmit();
    expect(starts).toBe(2);
    app.reject(new Error('offline'));
    await settled();
    expect(sent).not.toHaveBeenCalled();
    app = Promise.withResolvers();
  });

  it('waits until a part that needs the app is used', () => {
    find('plain').click();
    find('plain').dispatchEvent(new Event('pointerover', { bubbles: true }));
    find('else').dispatchEvent(new Event('input', { bubbles: true }));
    expect(starts).toBe(2);
  });

  it('happens once, at the first use', () => {
    form.querySelector('input')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    inside.dispatchEvent(new Event('pointerover', { bubbles: true }));
    expect(starts).toBe(3);
  });

  it('replays each submit, click and choice in order once the app runs', async () => {
    inside.click();
    inside.click();
    form.requestSubmit();
    one.click();
    // A choice is shown at once, and nothing else happens.
    expect(done).toEqual(['change one']);
    done.length = 0;
    app.resolve();
    await settled();
    expect(done).toEqual(['click inside', 'submit contact', 'change one']);
    expect(one.checked).toBe(true);
  });

  it('leaves everything to the app afterwards', () => {
    inside.click();
    form.requestSubmit();
    expect(done).toEqual(['click inside', 'submit contact']);
    expect(starts).toBe(3);
  });
});

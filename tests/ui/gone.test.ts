import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreTyped } from '#ui/src/document/typed.ts';

/* What a page gets in place of a script that is gone. Source: docs/decisions/0070-assets-of-earlier-builds.md. */

const form = `<form><input name="email" type="email"><input name="email" type="email"><input type="password" name="password">
  <textarea name="message"></textarea><select name="subject"><option>a</option><option>b</option></select></form>`;

const field = (selector: string, index = 0) =>
  document.querySelectorAll<HTMLInputElement>(selector)[index] as HTMLInputElement;

const reload = vi.fn();
const replace = vi.fn();

/** The script as another gone file would bring it: a module of its own. */
async function loadGone(): Promise<Error> {
  vi.resetModules();
  return import('#ui/src/document/gone.ts').then(
    () => expect.fail('It must reject'),
    (error: Error) => error,
  );
}

const nobodyHandles = (error: unknown) =>
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }));

const leave = () => dispatchEvent(new Event('pagehide'));

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  reload.mockClear();
  replace.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.spyOn(location, 'replace').mockImplementation(replace);
  document.body.innerHTML = form;
});

afterEach(() => {
  // What fills in fields for a while ends.
  if (vi.isFakeTimers()) vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a script of the page that is gone', () => {
  it('loads the page anew once, where nobody has another way to go on', async () => {
    const error = await loadGone();
    nobodyHandles(new Error('something else'));
    vi.runAllTimers();
    expect(reload).not.toHaveBeenCalled();
    nobodyHandles(error);
    nobodyHandles(error);
    vi.runAllTimers();
    expect(reload).toHaveBeenCalledTimes(1);
    // The page that came has lost a part too.
    nobodyHandles(await loadGone());
    vi.runAllTimers();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(document.querySelector('[role="alert"] a')?.getAttribute('href')).toBe('');
    expect(document.querySelector('[role="alert"]')?.textContent).toMatch(/vernieuwd/);
  });

  it('does so again at a release some time later', async () => {
    nobodyHandles(await loadGone());
    vi.advanceTimersByTime(11 * 60_000);
    nobodyHandles(await loadGone());
    vi.runAllTimers();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('follows the error screen of the running app', async () => {
    await loadGone();
    document.body.innerHTML = '<section class="err-screen">…</section>';
    await vi.waitFor(() => {
      vi.runAllTimers();
      expect(reload).toHaveBeenCalledTimes(1);
    });
  });

  it('sends no form again', async () => {
    document.body.innerHTML +=
      '<script id="page-data" type="application/json">{"form":{}}</script>';
    nobodyHandles(await loadGone());
    vi.runAllTimers();
    expect(reload).not.toHaveBeenCalled();
    expect(replace).toHaveBeenCalledWith(location.pathname + location.search);
  });

  it('only says so where the browser remembers nothing', async () => {
    const error = await loadGone();
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new Error('blocked');
    });
    nobodyHandles(error);
    vi.runAllTimers();
    expect(reload).not.toHaveBeenCalled();
    expect(document.querySelector('[role="alert"]')).not.toBeNull();
  });
});

describe('what was typed', () => {
  it('is there again after the load, in each field, but for what is secret', async () => {
    await loadGone();
    field('[type=email]', 1).value = 'ann@example.com';
    field('textarea').value = 'Dag';
    field('select').value = 'b';
    field('[type=password]').value = 'Kraanvogel-7!zee';
    leave();
    expect(sessionStorage.getItem('typed')).not.toContain('Kraanvogel');
    document.body.innerHTML = form;
    const heard = vi.fn();
    document.body.addEventListener('input', heard);
    restoreTyped();
    expect(field('[type=email]').value).toBe('');
    expect(field('[type=email]', 1).value).toBe('ann@example.com');
    expect(field('textarea').value).toBe('Dag');
    expect(field('select').value).toBe('b');
    expect(heard).toHaveBeenCalled();
  });

  it('outlives the error screen of the app, which takes the place of the form', async () => {
    field('textarea').value = 'Dag';
    await loadGone();
    field('textarea').value = 'Dag, Sam';
    field('textarea').dispatchEvent(new Event('input', { bubbles: true }));
    document.body.innerHTML = '<p>error</p>';
    leave();
    document.body.innerHTML = form;
    restoreTyped();
    expect(field('textarea').value).toBe('Dag, Sam');
  });

  it('is filled in when its field appears, and left alone once somebody types', async () => {
    await loadGone();
    field('textarea').value = 'Dag';
    leave();
    document.body.innerHTML = '';
    restoreTyped();
    vi.useRealTimers();
    document.body.innerHTML = form;
    await vi.waitFor(() => expect(field('textarea').value).toBe('Dag'));
    document.body.innerHTML = form;
    await vi.waitFor(() => expect(field('textarea').value).toBe('Dag'));
    field('textarea').value = '';
    field('textarea').dispatchEvent(new Event('input', { bubbles: true }));
    document.body.append(document.createElement('p'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(field('textarea').value).toBe('');
  });

  it('is not put into another page', async () => {
    await loadGone();
    field('textarea').value = 'Dag';
    leave();
    history.replaceState(null, '', '/contact');
    document.body.innerHTML = form;
    restoreTyped();
    expect(field('textarea').value).toBe('');
    expect(sessionStorage.getItem('typed')).toBeNull();
  });
});

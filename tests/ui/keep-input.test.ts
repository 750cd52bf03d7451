import { beforeEach, expect, test } from 'vitest';
import { keepInput } from '#ui/src/app/keep-input.ts';
import { listen } from '#ui/src/browser/page-events.ts';

const page = '<form><input name="email"><input name="email"><button>Send</button></form>';
const root = document.createElement('div');
const fields = () => [...root.querySelectorAll('input')];

beforeEach(() => {
  document.body.replaceChildren(root);
  root.innerHTML = page;
});

/** Draws the page anew, as React does where the page is not what it expects. */
async function redraw(html = page): Promise<void> {
  root.innerHTML = html;
  await Promise.resolve();
}

test('what is typed and focused until a page is drawn anew is in the new page at once', async () => {
  const end = keepInput(root);
  const inputs: unknown[] = [];
  root.addEventListener('input', ({ target }) => inputs.push(target));
  const second = fields()[1] as HTMLInputElement;
  second.focus();
  second.value = 'vis';
  await redraw();
  expect(fields().map(({ value }) => value)).toEqual(['', 'vis']);
  expect(document.activeElement).toBe(fields()[1]);
  expect(inputs).toEqual([fields()[1]]);
  await end();
});

test('it is kept while something else stands there', async () => {
  const end = keepInput(root);
  (fields()[0] as HTMLInputElement).value = 'vis';
  await redraw('<p>Loading</p>');
  await redraw();
  expect(fields().map(({ value }) => value)).toEqual(['vis', '']);
  await end();
});

test('a press that waits is repeated on what took the place of its button, drawn anew twice', async () => {
  const end = keepInput(root);
  const waiting = new Set<HTMLElement>([root.querySelector('button') as HTMLElement]);
  const stop = listen('queue', ([, take]) => take([], waiting));
  await redraw();
  await redraw();
  await end();
  expect([...waiting]).toEqual([root.querySelector('button')]);
  stop();
});

/** Presses and lets go of the button, drawn anew in between; the browser gives such a press no click. */
async function press(pointerType: string, meanwhile: () => Promise<void> = redraw) {
  const end = keepInput(root);
  const clicked: unknown[] = [];
  root.addEventListener('click', ({ target }) => clicked.push(target));
  const tell = (type: string) =>
    root
      .querySelector('button')
      ?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }));
  tell('pointerdown');
  await meanwhile();
  // The app may run before the button is let go.
  await end();
  tell('pointerup');
  return { clicked, later: () => new Promise((resolve) => setTimeout(resolve)) };
}

test('a mouse press reaches what took the place of its button meanwhile', async () => {
  const { clicked, later } = await press('mouse');
  await later();
  expect(clicked).toEqual([root.querySelector('button')]);
  expect(document.activeElement).toBe(root.querySelector('button'));
});

test('a press that the browser gives its click is not repeated', async () => {
  const { clicked, later } = await press('mouse');
  root.querySelector('button')?.click();
  await later();
  expect(clicked).toHaveLength(1);
});

test('the press of a finger is left to the browser, which tells it as a whole', async () => {
  const { clicked, later } = await press('touch');
  await later();
  expect(clicked).toEqual([]);
});

test('a mouse press on what stays is left to the browser', async () => {
  const { clicked, later } = await press('mouse', () => Promise.resolve());
  await later();
  expect(clicked).toEqual([]);
});

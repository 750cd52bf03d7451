import { expect, test } from 'vitest';
import { startOnIntent } from '#ui/src/document/start-app.ts';

test('a choice made before the app runs is made again for it, though its click came before this script', async () => {
  document.documentElement.setAttribute('data-app', '/app.js');
  document.body.innerHTML =
    '<input id="else" type="radio"><form data-app><input id="one" type="radio" name="r"></form>';
  const [other, one] = [...document.querySelectorAll('input')] as [
    HTMLInputElement,
    HTMLInputElement,
  ];
  const { promise, resolve } = Promise.withResolvers<void>();
  let starts = 0;
  startOnIntent(() => {
    starts += 1;
    return promise;
  });
  const tell = (input: HTMLInputElement) =>
    input.dispatchEvent(new Event('input', { bubbles: true }));
  tell(other);
  expect(starts).toBe(0);
  one.checked = true;
  tell(one);
  expect(starts).toBe(1);
  const seen: boolean[] = [];
  one.addEventListener('change', () => seen.push(one.checked));
  resolve();
  await promise;
  await new Promise((done) => setTimeout(done));
  expect(seen).toEqual([true]);
});

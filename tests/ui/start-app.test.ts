import { describe, expect, it } from 'vitest';
import { startOnIntent } from '#ui/src/document/start-app.ts';

let finish = () => {};
let starts = 0;
const done: string[] = [];

document.documentElement.setAttribute('data-app', '/app.js');
document.body.innerHTML = `
  <button id="plain">Plain</button>
  <form data-app action="/contact"><input name="a"><button>Send</button></form>
  <div data-app><button id="inside" type="button">Inside</button></div>`;
const form = document.querySelector('form') as HTMLFormElement;
const inside = document.getElementById('inside') as HTMLButtonElement;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  done.push('submit');
});
inside.addEventListener('click', () => done.push('click'));
startOnIntent(() => {
  starts += 1;
  return new Promise((resolve) => {
    finish = resolve;
  });
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('start of the app', () => {
  it('leaves the document alone until a part that needs the app is used', () => {
    document.getElementById('plain')?.click();
    document.getElementById('plain')?.dispatchEvent(new Event('pointerover', { bubbles: true }));
    expect(starts).toBe(0);
  });

  it('starts once, at the first sign of use', () => {
    form.querySelector('input')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    inside.dispatchEvent(new Event('pointerover', { bubbles: true }));
    expect(starts).toBe(1);
  });

  it('keeps the last submit or press until it runs, and does it again then', async () => {
    inside.click();
    form.requestSubmit();
    expect(done).toEqual([]);
    finish();
    await settled();
    expect(done).toEqual(['submit']);
  });

  it('is out of the way once the app runs', async () => {
    done.length = 0;
    inside.click();
    form.requestSubmit();
    expect(done).toEqual(['click', 'submit']);
    expect(starts).toBe(1);
  });
});

import { halfHourAt, nextDate, savedWeek, usualWeek, withPreset } from '@coachsite/core/week';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startAfterUse } from '#ui/src/document/after-use.ts';
import { destination } from '#ui/src/document/week/keys.ts';
import { prefillDraft } from '#ui/src/document/week/prefill.ts';
import { startWeek } from '#ui/src/document/week/start-week.ts';
import { BookingLink } from '#ui/src/features/call-to-action/index.ts';
import { WeekCall } from '#ui/src/features/home/week-call.tsx';
import { showPage } from '../support/frame.tsx';
import { control } from '../support/page.ts';
import { someRuntimeConfig } from '../support/runtime-config.ts';

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const host = () => {
  const found = document.querySelector<HTMLElement>('[data-week]');
  if (!found) throw new Error('The page holds no week');
  return found;
};

const shadow = () => {
  const { shadowRoot } = host();
  if (!shadowRoot) throw new Error('The week is still a picture');
  return shadowRoot;
};

/** Opens the grid by its button, as somebody without a mouse does. */
async function open(language: 'nl' | 'en' = 'nl') {
  await showPage('home', language, <WeekCall action={<BookingLink>Plan</BookingLink>} />);
  const click = new MouseEvent('click', { bubbles: true });
  host().querySelector('button')?.dispatchEvent(click);
  await startWeek(host(), click);
  await frame();
}

const focused = () => shadow().activeElement as HTMLElement;
const name = () => focused().getAttribute('aria-label');

async function press(key: string, options: KeyboardEventInit = {}) {
  const init = { key, bubbles: true, cancelable: true, ...options };
  focused().dispatchEvent(new KeyboardEvent('keydown', init));
  await frame();
}

async function releaseShift() {
  focused().dispatchEvent(new KeyboardEvent('keyup', { key: 'Shift', bubbles: true }));
  await frame();
}

const nameOf = (at: number) =>
  shadow().querySelector(`[data-at="${at}"]`)?.getAttribute('aria-label');
const announced = () => document.querySelector('[data-announcer]')?.textContent;
const sum = () => shadow().querySelector('.sum')?.textContent;

beforeEach(() => {
  window.matchMedia = ((query: string) => ({ matches: query.includes('reduce') })) as never;
});
afterEach(() => sessionStorage.clear());

test.each([
  ['nl', 'Dag'],
  ['en', 'Day'],
] as const)('the choice of a day is a named group (%s)', async (language, name) => {
  await open(language);
  const days = [...shadow().querySelectorAll('[name="day"]')];
  const groups = new Set(days.map((day) => day.closest('[role="radiogroup"]')));
  expect(days).toHaveLength(7);
  expect([...groups].map((group) => group?.getAttribute('aria-label'))).toEqual([name]);
});

describe('the grid of the week', () => {
  test('takes the place of the picture and leaves its markup alone', async () => {
    await showPage('home', 'nl', <WeekCall action={<BookingLink>Plan</BookingLink>} />);
    const before = host().innerHTML;
    await startWeek(host(), new MouseEvent('click', { bubbles: true }));
    expect(host().innerHTML).toBe(before);
    expect(shadow().querySelectorAll('[role=gridcell]')).toHaveLength(336);
    expect(shadow().querySelectorAll('[role=rowheader]')).toHaveLength(7);
    expect(shadow().querySelectorAll('[role=columnheader]')).toHaveLength(49);
    expect(shadow().querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
  });

  test('starts with the nights of the picture, and names each half hour', async () => {
    await open();
    expect(name()).toBe('maandag 9.00, vrij');
    expect(nameOf(halfHourAt(1, 12))).toBe('dinsdag 6.00, slaap');
    await open('en');
    expect(nameOf(halfHourAt(1, 25))).toBe('Tuesday 12:30, free');
  });

  test('a sign of use that is no press only loads', async () => {
    await showPage('home', 'nl', <WeekCall action={<BookingLink>Plan</BookingLink>} />);
    for (const type of ['touchstart', 'focusin', 'pointerover'])
      await startWeek(host(), new Event(type, { bubbles: true }));
    expect(host().shadowRoot).toBeNull();
  });
});

describe('by keys', () => {
  test('arrows move, Shift with them paints a range that is said once it ends', async () => {
    await open();
    const before = announced();
    for (let step = 0; step < 15; step += 1) await press('ArrowRight', { shiftKey: true });
    for (let step = 0; step < 4; step += 1) await press('ArrowDown', { shiftKey: true });
    // Where a day takes 48 columns, a line down is a day down.
    expect(name()).toBe('vrijdag 16.30, werk');
    expect(announced()).toBe(before);
    await releaseShift();
    expect(announced()).toBe('maandag 9.00 tot 17.00: werk. Je hebt nog 151 halve uren.');
    expect(sum()).toBe('Je hebt nog 151 halve uren. Je hebt er 3 nodig.');
    expect(nameOf(halfHourAt(2, 20))).toBe('woensdag 10.00, werk');
    expect(nameOf(halfHourAt(5, 20))).toBe('zaterdag 10.00, vrij');
  });

  test('a shrinking range gives back what it leaves', async () => {
    await open();
    await press('ArrowRight', { shiftKey: true });
    await press('ArrowRight', { shiftKey: true });
    await press('ArrowLeft', { shiftKey: true });
    await releaseShift();
    expect(nameOf(19)).toBe('maandag 9.30, werk');
    expect(nameOf(20)).toBe('maandag 10.00, vrij');
  });

  test('a digit chooses, space colours and frees again, Ctrl and Z undoes', async () => {
    await open();
    await press('2');
    expect(announced()).toBe('Gezin');
    await press(' ');
    expect(name()).toBe('maandag 9.00, gezin');
    await press(' ');
    expect(name()).toBe('maandag 9.00, vrij');
    await press('z', { ctrlKey: true });
    expect(name()).toBe('maandag 9.00, gezin');
    await press('z', { ctrlKey: true });
    expect(name()).toBe('maandag 9.00, vrij');
    expect(announced()).toBe('Ongedaan gemaakt. Je hebt nog 231 halve uren.');
  });

  test('Enter picks a free half hour and says why it cannot be a taken one', async () => {
    await open();
    await press('Home');
    await press('Enter');
    expect(announced()).toBe('maandag 0.00 is al voor slaap. Kies een vrij half uur.');
    const shown = () => shadow().querySelector('.when')?.textContent;
    expect(shown()).toBe(announced());
    expect(shadow().querySelector('[aria-selected=true]')).toBeNull();
    await press('End');
    await press('ArrowLeft');
    await press('ArrowLeft');
    await press('Enter');
    expect(name()).toBe('maandag 22.30, jouw half uur');
    expect(focused().getAttribute('aria-selected')).toBe('true');
    expect(shown()).not.toContain('al voor slaap');
  });

  test('Escape gives up a range', async () => {
    await open();
    await press('ArrowRight', { shiftKey: true });
    await press('Escape');
    await releaseShift();
    expect(nameOf(18)).toBe('maandag 9.00, vrij');
  });

  test.each([
    ['ArrowLeft', {}, halfHourAt(2, 10), halfHourAt(2, 9)],
    ['ArrowUp', {}, halfHourAt(2, 10), halfHourAt(1, 10)],
    ['PageDown', {}, halfHourAt(2, 10), halfHourAt(3, 10)],
    ['PageUp', {}, halfHourAt(0, 10), halfHourAt(0, 10)],
    ['Home', {}, halfHourAt(2, 10), halfHourAt(2, 0)],
    ['End', {}, halfHourAt(2, 10), halfHourAt(2, 47)],
    ['Home', { ctrlKey: true }, halfHourAt(2, 10), 0],
    ['End', { metaKey: true }, halfHourAt(2, 10), 335],
  ])('%s %j', (key, held, from, to) => {
    expect(destination({ key, ctrlKey: false, metaKey: false, ...held }, from, 48)).toBe(to);
  });

  test('where a day takes several lines, up and down stay in it as long as they can', () => {
    const down = { key: 'ArrowDown', ctrlKey: false, metaKey: false };
    expect(destination(down, halfHourAt(2, 10), 8)).toBe(halfHourAt(2, 18));
    expect(destination(down, halfHourAt(2, 44), 8)).toBe(halfHourAt(3, 44));
  });
});

describe('where the picked half hour leads', () => {
  const pickTuesday = async () => {
    await press('PageDown');
    for (let step = 0; step < 7; step += 1) await press('ArrowRight');
    await press('Enter');
  };

  test('the button opens the booking page on the day, with a note', async () => {
    await open();
    await pickTuesday();
    const link = control('Plan dinsdag 12.30', shadow()) as HTMLAnchorElement;
    const url = new URL(link.href);
    const date = nextDate(halfHourAt(1, 25), Date.now());
    expect(url.href.startsWith(someRuntimeConfig.bookingUrl)).toBe(true);
    expect(url.searchParams.get('date')).toBe(date);
    expect(url.searchParams.get('month')).toBe(date.slice(0, 7));
    expect(url.searchParams.get('notes')).toContain('Mijn half uur: dinsdag');
    expect(url.searchParams.get('notes')).toContain('12.30');
  });

  test('the message goes into the draft of the contact form, and follows the choice', async () => {
    await open('en');
    await pickTuesday();
    control('Put it in a message', shadow()).click();
    await press('ArrowRight');
    await press('Enter');
    control('Put it in a message', shadow()).click();
    const draft = JSON.parse(sessionStorage.getItem('contact-draft') ?? '{}');
    expect(draft.subject).toBe('Free call on Tuesday at 13:00');
    expect(draft.message).toContain('231 half hours left');
  });

  test('what the visitor typed in the contact form stays', () => {
    const prefill = { subject: 'Nieuw', message: 'Bericht' };
    const typed = { name: 'Jan', subject: '', message: 'Mijn eigen vraag' };
    sessionStorage.setItem('contact-draft', JSON.stringify(typed));
    prefillDraft(prefill, undefined);
    const draft = () => JSON.parse(sessionStorage.getItem('contact-draft') ?? '');
    expect(draft()).toEqual({ name: 'Jan', subject: 'Nieuw', message: 'Mijn eigen vraag' });
    prefillDraft({ subject: 'Later', message: 'Bericht' }, prefill);
    expect(draft()).toEqual({ name: 'Jan', subject: 'Later', message: 'Mijn eigen vraag' });
    sessionStorage.setItem('contact-draft', 'no JSON');
    prefillDraft(prefill, undefined);
    expect(draft()).toEqual(prefill);
  });

  test('painting over the picked half hour brings the plain booking link back', async () => {
    await open();
    await pickTuesday();
    await press('1');
    await press(' ');
    const link = control('Plan', shadow()) as HTMLAnchorElement;
    expect(link.href).toBe(someRuntimeConfig.bookingUrl);
  });
});

test('presets, copying a day and clearing are steps that can be undone', async () => {
  await open();
  control('Kantooruren', shadow()).click();
  await frame();
  expect(sum()).toContain('131');
  control('Alles wissen', shadow()).click();
  await frame();
  expect(sum()).toContain('336');
  control('Ongedaan maken', shadow()).click();
  await frame();
  expect(sum()).toContain('131');
  await press('ArrowLeft', { shiftKey: true });
  await press('4');
  await releaseShift();
  await press(' ');
  control('Zelfde van ma tot vr', shadow()).click();
  await frame();
  const monday = nameOf(halfHourAt(0, 18))?.split(', ')[1];
  for (const day of [1, 2, 3, 4])
    expect(nameOf(halfHourAt(day, 18))?.split(', ')[1], String(day)).toBe(monday);
});

test('a week painted earlier in the tab is back once the page is used', async () => {
  sessionStorage.setItem('week', savedWeek(withPreset(usualWeek, 'early')));
  await showPage('home', 'nl', <WeekCall action={<BookingLink>Plan</BookingLink>} />);
  startAfterUse();
  await expect.poll(() => host().shadowRoot?.querySelector('.sum')?.textContent).toContain('141');
});

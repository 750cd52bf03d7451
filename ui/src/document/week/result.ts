import type { Language } from '@coachsite/core/language';
import {
  bookingUrlFor,
  countOf,
  dayOf,
  neededHalfHours,
  nextDate,
  timeOf,
} from '@coachsite/core/week';
import { part } from '../attributes.ts';
import { element } from './element.ts';
import { type Prefill, prefillDraft } from './prefill.ts';
import type { WeekState } from './state.ts';
import { fill, type WeekTexts } from './texts.ts';

/** How long the number takes to count to a new value, in milliseconds. */
const countMs = 450;

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Prints only the week, on one sheet in landscape. */
function printWeek() {
  const sheet = new CSSStyleSheet();
  const section = `main>:has(${part('week')})`;
  sheet.replaceSync(
    `@page{size:landscape}@media print{#root>:not(main),main>:not(:has(${part('week')})){display:none!important}${section}{padding:0!important}${section} h2{font-size:22pt!important}}`,
  );
  document.adoptedStyleSheets.push(sheet);
  // Some browsers return from `print` before they have drawn the page.
  addEventListener(
    'afterprint',
    () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
    { once: true },
  );
  window.print();
}

/** A number that counts from one value to the next. */
function counter(shown: HTMLElement) {
  let current: number | undefined;
  let frame = 0;
  return (target: number) => {
    cancelAnimationFrame(frame);
    const from = current ?? target;
    if (from === target || reducedMotion()) {
      current = target;
      shown.textContent = String(target);
      return;
    }
    const start = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, now - start) / countMs);
      current = Math.round(from + (target - from) * (1 - (1 - share) ** 3));
      shown.textContent = String(current);
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };
}

/** The calendar day as the visitor reads it. */
const longDay = (date: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'nl' ? 'nl-BE' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(`${date}T00:00:00Z`));

/** What the visitor takes along for the picked half hour: undefined while none is picked. */
function bookingOf({ week }: WeekState, texts: WeekTexts, language: Language, now: number) {
  const { picked } = week;
  if (picked === undefined) return undefined;
  const date = nextDate(picked, now);
  const values = {
    day: texts.days[dayOf(picked)] ?? '',
    time: timeOf(picked, language),
    date: longDay(date, language),
    count: countOf(week, 'free'),
  };
  return {
    date,
    plan: fill(texts.plan, values),
    when: fill(texts.when, { date: `${values.day} ${values.date}` }),
    note: fill(texts.note, values),
    prefill: { subject: fill(texts.subject, values), message: fill(texts.message, values) },
  };
}

/** The sum, and where it leads: the booking page and the contact form. `booking` is the link of the picture. */
export function weekResult(
  booking: HTMLAnchorElement | null,
  state: WeekState,
  texts: WeekTexts,
  language: Language,
) {
  const number = element('b', { class: 'num' });
  const sentence = element('span', { class: 'left' });
  const needed = element('span', { class: 'needed' });
  const sum = element('p', { class: 'sum' }, sentence, ' ', needed);
  const count = counter(number);

  const undo = element('button', { type: 'button', class: 'link' }, texts.undo);
  const clear = element('button', { type: 'button', class: 'link' }, texts.clear);
  const print = element('button', { type: 'button', class: 'link' }, texts.print);
  undo.addEventListener('click', () => state.undo());
  clear.addEventListener('click', () => state.clear());
  print.addEventListener('click', printWeek);
  const edits = element('p', { class: 'edits' }, undo, clear, print);

  const icon = booking?.querySelector('svg')?.cloneNode(true);
  const planText = element('span');
  const plan = element(
    'a',
    { class: 'btn', rel: booking?.rel, title: booking?.title },
    planText,
    ...(icon ? [icon] : []),
  );
  const contact = element('a', { class: 'link', href: '/contact' }, texts.contact);
  const when = element('p', { class: 'when' });
  const next = element('div', { class: 'next' }, ...(booking ? [plan] : []), contact, when);
  const said = element('div', { class: 'said' }, sum, edits);
  const own = element('div', { class: 'own' }, said, next);
  const note = element('p', { class: 'private' }, texts.private);
  const call = element('slot', { name: 'call' });
  const panel = element('div', { class: 'result' }, call, own, note);

  let previous: Prefill | undefined;
  let warning: string | undefined;
  contact.addEventListener('click', () => {
    const chosen = bookingOf(state, texts, language, Date.now());
    if (!chosen) return;
    prefillDraft(chosen.prefill, previous);
    previous = chosen.prefill;
  });

  function render() {
    const { week, isTouched } = state;
    const left = countOf(week, 'free');
    count(left);
    const [before = '', after = ''] = (left === 1 ? texts.leftOne : texts.left).split('{{count}}');
    sentence.replaceChildren(before, number, after);
    needed.textContent = fill(left < neededHalfHours ? texts.scarce : texts.needed, {
      needed: neededHalfHours,
    });
    undo.disabled = !state.canUndo;
    call.hidden = isTouched;
    own.hidden = note.hidden = !isTouched;
    const chosen = bookingOf(state, texts, language, Date.now());
    contact.hidden = !chosen;
    planText.textContent = chosen?.plan ?? booking?.textContent ?? '';
    when.textContent = warning ?? chosen?.when ?? fill(texts.how, { tool: texts.tools.pick });
    if (booking) plan.href = chosen ? bookingUrlFor(booking.href, chosen) : booking.href;
  }

  /** The sum in words, for the live region. */
  const spoken = () => {
    const left = countOf(state.week, 'free');
    return fill(left === 1 ? texts.leftOne : texts.left, { count: left });
  };
  return {
    panel,
    render,
    spoken,
    /** Shows why a press did nothing, until the next change. */
    warn: (text: string | undefined) => {
      warning = text;
    },
  };
}

import type { Language } from '@coachsite/core/language';
import {
  dayOf,
  daysPerWeek,
  type HalfHour,
  halfHourAt,
  likeDays,
  type Run,
  runsOf,
  slotOf,
  slotsPerDay,
  timeOf,
} from '@coachsite/core/week';
import { indices } from '../../design/ticks.ts';
import { dayBox, dayPath } from '../../design/week-ticks.ts';
import { drawing, element } from './element.ts';
import type { WeekState } from './state.ts';
import { fill, type WeekTexts } from './texts.ts';

/** What the grid takes from the picture it replaces. */
export interface Picture {
  /** Short names of the days, Monday first. */
  readonly days: readonly string[];
  readonly hours: readonly string[];
  /** What stands on the pin. */
  readonly pin: string;
}

const percent = (slots: number) => `${(slots / slotsPerDay) * 100}%`;

/** A lane plate for half hours of one kind; a long one carries its name. */
function plate({ kind, from, to }: Run, name: string): HTMLElement {
  const made = element('span', { class: `run ${kind}` }, to - from > 3 ? name : '');
  made.style.insetInlineStart = percent(from);
  made.style.width = percent(to - from);
  return made;
}

/** One day: its name, what is drawn, and its 48 cells. */
function dayRow(day: number, picture: Picture, texts: WeekTexts) {
  const short = picture.days[day] ?? '';
  const ticks = drawing(dayBox, 'tall', 'low');
  const plates = element('span', { class: 'plates' });
  const lane = element('span', { class: 'lane', 'aria-hidden': 'true' }, ticks, plates);
  const choice = element('input', {
    type: 'radio',
    name: 'day',
    value: day,
    'aria-label': texts.days[day],
  });
  const open = element('label', { class: 'open' }, choice);
  const name = element('span', { class: 'd', role: 'rowheader' }, short);
  name.setAttribute('aria-label', texts.days[day] ?? short);
  const cells = element('span', { class: 'cells', role: 'presentation' });
  for (let slot = 0; slot < slotsPerDay; slot += 1) {
    const at = halfHourAt(day, slot);
    const hour = slot % 2 === 0 ? String(slot / 2) : undefined;
    cells.append(
      element('span', {
        role: 'gridcell',
        tabindex: -1,
        'data-at': at,
        'data-hour': hour,
      }),
    );
  }
  const row = element('div', { role: 'row', class: 'row' }, name, lane, cells);
  for (const part of [name, lane, open, cells]) part.style.setProperty('--row', String(day + 1));
  return { row, name, open, choice, lane, plates, ticks, cells };
}

/** The grid of 336 half hours, which draws a state. */
export function weekGrid(picture: Picture, texts: WeekTexts, language: Language) {
  const rows = indices(0, daysPerWeek).map((day) => dayRow(day, picture, texts));
  const heads = indices(0, slotsPerDay).map((slot) =>
    element('span', { role: 'columnheader' }, timeOf(slot, language)),
  );
  const corner = element('span', { role: 'columnheader' }, texts.day);
  const pinText = element('span');
  const pin = element('span', { class: 'pin', 'aria-hidden': 'true' }, pinText);
  const tip = element('span', { class: 'tip', 'aria-hidden': 'true' });
  const openName = element('b');
  const openCount = element('span');
  const copy = element('button', { type: 'button', class: 'link' });
  const opened = element('div', { class: 'opened' }, openName, openCount, copy);
  const axis = element(
    'span',
    { class: 'ax', 'aria-hidden': 'true' },
    ...picture.hours.map((hour) => element('span', {}, hour)),
  );
  const keys = element('span', { id: 'keys', class: 'hidden' }, texts.keys);
  const grid = element(
    'div',
    { class: 'grid', role: 'grid', 'aria-label': texts.label, 'aria-describedby': 'keys' },
    element('div', { role: 'row', class: 'hidden' }, corner, ...heads),
    ...rows.map(({ row }) => row),
  );
  const choices = element(
    'div',
    { class: 'days', role: 'radiogroup', 'aria-label': texts.day },
    ...rows.map(({ open }) => open),
  );
  const stage = element('div', { class: 'stage' }, keys, grid, axis, opened, choices);

  const cells = rows.flatMap(({ cells: own }) => [...own.children]) as HTMLElement[];
  const nameOf = (at: HalfHour, { week }: WeekState) =>
    fill(week.picked === at ? texts.picked : texts.cell, {
      day: texts.days[dayOf(at)] ?? '',
      time: timeOf(at, language),
      kind: texts.kinds[week.kinds[at] ?? 'free'],
    });

  /** Puts the pin on a half hour; its label stands towards the middle of the row. */
  function place(at: HalfHour, text: string) {
    rows[dayOf(at)]?.lane.append(pin);
    pin.style.insetInlineStart = percent(slotOf(at) + 0.5);
    pin.classList.toggle('early', slotOf(at) < 18);
    pinText.textContent = text;
  }

  function render(state: WeekState) {
    const { week, active, tool } = state;
    stage.dataset.tool = tool;
    rows.forEach(({ name, ticks, plates, cells: own, choice }, day) => {
      const runs = runsOf(week, day);
      const kindAt = (slot: number) => week.kinds[halfHourAt(day, slot)];
      const of = (kind: string) => indices(0, slotsPerDay).filter((slot) => kindAt(slot) === kind);
      ticks.children[0]?.setAttribute(
        'd',
        dayPath(of('free'), () => false),
      );
      ticks.children[1]?.setAttribute(
        'd',
        dayPath(of('sleep'), () => true),
      );
      const busy = runs.filter(({ kind }) => kind === 'work' || kind === 'family');
      plates.replaceChildren(...busy.map((run) => plate(run, texts.kinds[run.kind])));
      for (const part of [own, name]) part.classList.toggle('is-open', day === state.day);
      choice.checked = day === state.day;
    });
    cells.forEach((cell, at) => {
      cell.tabIndex = at === active ? 0 : -1;
      const kind = week.kinds[at] ?? 'free';
      const isPicked = String(week.picked === at);
      if (cell.className === kind && cell.getAttribute('aria-selected') === isPicked) return;
      cell.className = kind;
      cell.setAttribute('aria-selected', isPicked);
      cell.setAttribute('aria-label', nameOf(at, state));
    });
    const left = indices(0, slotsPerDay).filter(
      (slot) => week.kinds[halfHourAt(state.day, slot)] === 'free',
    ).length;
    openName.textContent = texts.days[state.day] ?? '';
    openCount.textContent = fill(texts.ofDay, { count: left });
    const alike = likeDays(state.day);
    const shortName = (index: number) => picture.days[alike.at(index) ?? 0] ?? '';
    copy.textContent = fill(texts.copy, { from: shortName(0), to: shortName(-1) });
    const { picked } = week;
    if (picked !== undefined)
      place(picked, `${picture.days[dayOf(picked)]} ${timeOf(picked, language)}`);
    else if (state.isTouched) pin.remove();
    else place(halfHourAt(0, 39), picture.pin);
  }

  /** Shows a short text over a half hour; without one it hides. */
  function hint(at: HalfHour | undefined, text = '') {
    const cell = at === undefined ? undefined : cells[at];
    tip.remove();
    if (!cell) return;
    tip.textContent = text;
    tip.classList.toggle('early', slotOf(at ?? 0) < 24);
    cell.append(tip);
  }

  /** The day whose row is nearest to a height in the window, in CSS pixels. */
  function dayUnder(y: number): number {
    const far = rows.map(({ lane }) => {
      const { top, bottom } = lane.getBoundingClientRect();
      return Math.abs((top + bottom) / 2 - y);
    });
    return far.indexOf(Math.min(...far));
  }

  return { stage, grid, rows, cells, copy, render, hint, dayUnder };
}

export type WeekGrid = ReturnType<typeof weekGrid>;

import type { Language } from '@coachsite/core/language';
import {
  dayOf,
  endOf,
  type HalfHour,
  halfHourAt,
  slotOf,
  slotsPerDay,
  timeOf,
} from '@coachsite/core/week';
import { part } from '../attributes.ts';
import type { WeekGrid } from './grid.ts';
import type { WeekState } from './state.ts';
import { fill, type WeekTexts } from './texts.ts';

/** A place in the window, in CSS pixels. */
export interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

const distance = (value: number, from: number, to: number) => Math.max(from - value, value - to, 0);

/** The half hour nearest to a point; undefined while no cell is shown. A day may take several lines. */
export function halfHourUnder(
  { rows }: WeekGrid,
  { clientX, clientY }: Point,
): HalfHour | undefined {
  const shown = rows
    .map(({ cells }, day) => ({ day, cells, box: cells.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0)
    .sort(
      (a, b) =>
        distance(clientY, a.box.top, a.box.bottom) - distance(clientY, b.box.top, b.box.bottom),
    );
  const nearest = shown[0];
  if (!nearest) return undefined;
  const { day, cells, box } = nearest;
  const columns = columnsOf(cells);
  const lines = slotsPerDay / columns;
  const step = (share: number, count: number) =>
    Math.max(0, Math.min(count - 1, Math.floor(share * count)));
  const column = step((clientX - box.left) / box.width, columns);
  const line = step((clientY - box.top) / box.height, lines);
  return halfHourAt(day, line * columns + column);
}

/** How many half hours of a day stand side by side: 48, or fewer on a small screen. */
export function columnsOf(cells: HTMLElement): number {
  const own = getComputedStyle(cells).gridTemplateColumns.split(' ').length;
  return own > 1 ? own : slotsPerDay;
}

const cellOf = ({ target }: Event) => (target as Element).closest<HTMLElement>(part('at'));

/** Painting and picking by mouse, pen and touch. The function it returns begins a stroke at a press. */
export function followPointer(
  view: WeekGrid,
  state: WeekState,
  texts: WeekTexts,
  language: Language,
): (event: PointerEvent) => void {
  const { grid } = view;
  // A stroke may go on over the text around the grid.
  view.stage.addEventListener('selectstart', (event) => event.preventDefault());
  let pointer: number | undefined;
  let touched: HTMLElement | null = null;

  const say = (at: HalfHour) => {
    const { stroke } = state;
    const [from, to] = [stroke?.from ?? at, at].sort((a, b) => slotOf(a) - slotOf(b)) as [
      HalfHour,
      HalfHour,
    ];
    const span = fill(texts.span, { from: timeOf(from, language), to: endOf(to, language) });
    view.hint(at, stroke ? span : `${texts.days[dayOf(at)]} ${timeOf(at, language)}`);
  };

  const press = (event: PointerEvent) => {
    if (event.button !== 0 || pointer !== undefined || state.tool === 'pick') return;
    const at = halfHourUnder(view, event);
    if (at === undefined) return;
    pointer = event.pointerId;
    grid.setPointerCapture?.(pointer);
    state.strokeTo(at, at);
    say(at);
  };
  grid.addEventListener('pointerdown', (event) => {
    const cell = cellOf(event);
    touched = event.pointerType === 'touch' ? cell : null;
    if (cell) press(event);
  });
  grid.addEventListener('pointermove', (event) => {
    if (event.pointerId !== pointer && (pointer !== undefined || event.pointerType === 'touch'))
      return;
    const at = halfHourUnder(view, event);
    if (at === undefined) return;
    if (pointer !== undefined && at !== state.stroke?.to) state.strokeTo(at);
    say(at);
  });
  const end = (event: PointerEvent) => {
    if (event.pointerId !== pointer) return;
    pointer = undefined;
    if (event.type === 'pointercancel') state.cancelStroke();
    else state.endStroke();
    view.hint(undefined);
  };
  grid.addEventListener('pointerup', end);
  grid.addEventListener('pointercancel', end);
  grid.addEventListener('pointerleave', () => {
    if (pointer === undefined) view.hint(undefined);
  });
  grid.addEventListener('click', (event) => {
    // A finger's click goes to what is at its point by then: while the page scrolls, another cell than the touched one.
    const at = view.cells.indexOf((touched ?? cellOf(event)) as HTMLElement);
    touched = null;
    if (at >= 0 && state.tool === 'pick') state.pickAt(at as HalfHour);
  });
  view.copy.addEventListener('click', () => state.copyDay());
  for (const { choice } of view.rows) {
    choice.addEventListener('change', () =>
      state.moveTo(halfHourAt(Number(choice.value), slotOf(state.active))),
    );
  }
  return press;
}

import {
  dayOf,
  daysPerWeek,
  type HalfHour,
  halfHourAt,
  slotOf,
  slotsPerDay,
} from '@coachsite/core/week';
import type { WeekGrid } from './grid.ts';
import { columnsOf } from './pointer.ts';
import { type Tool, tools, type WeekState } from './state.ts';

/** Where a key leads from a half hour; `columns` stand side by side. Undefined for other keys. */
export function destination(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  at: HalfHour,
  columns: number,
): HalfHour | undefined {
  const [day, slot] = [dayOf(at), slotOf(at)];
  const isWhole = ctrlKey || metaKey;
  const line = (by: number) => {
    const next = slot + by * columns;
    return next >= 0 && next < slotsPerDay ? halfHourAt(day, next) : halfHourAt(day + by, slot);
  };
  switch (key) {
    case 'ArrowLeft':
      return halfHourAt(day, slot - 1);
    case 'ArrowRight':
      return halfHourAt(day, slot + 1);
    case 'ArrowUp':
      return line(-1);
    case 'ArrowDown':
      return line(1);
    case 'PageUp':
      return halfHourAt(day - 1, slot);
    case 'PageDown':
      return halfHourAt(day + 1, slot);
    case 'Home':
      return halfHourAt(isWhole ? 0 : day, 0);
    case 'End':
      return halfHourAt(isWhole ? daysPerWeek - 1 : day, slotsPerDay - 1);
    default:
      return undefined;
  }
}

/**
 * Moving, painting and picking by keys. Shift with a key that moves paints a range, which ends when Shift is released.
 * A digit chooses what is painted, and calls `onChosen` with it. Source: docs/law-and-search.md#E1.
 */
export function followKeys(
  { grid, rows, cells, render }: WeekGrid,
  state: WeekState,
  onChosen: (tool: Tool) => void,
): void {
  /** Drawn first: on a small screen the cells of another day are not shown yet. */
  const focus = () => {
    render(state);
    cells[state.active]?.focus();
  };
  const isUndo = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
    key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey;

  grid.addEventListener('keydown', (event) => {
    const { key, shiftKey } = event;
    const cell = rows[state.day]?.cells;
    const to = destination(event, state.active, cell ? columnsOf(cell) : slotsPerDay);
    const tool = tools[Number(key) - 1];
    if (to !== undefined) {
      if (shiftKey && state.tool === 'pick') state.choose('work');
      if (shiftKey) state.strokeTo(to, state.stroke?.from ?? state.active);
      else {
        state.endStroke();
        state.moveTo(to);
      }
      focus();
    } else if (isUndo(event)) state.undo();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (key === ' ') state.toggle(state.active);
    else if (key === 'Enter') state.pickAt(state.active);
    else if (key === 'Escape' && state.stroke) state.cancelStroke();
    else if (tool) {
      state.choose(tool);
      onChosen(tool);
    } else return;
    event.preventDefault();
  });
  grid.addEventListener('keyup', ({ key }) => key === 'Shift' && state.endStroke());
  grid.addEventListener('focusout', ({ relatedTarget }) => {
    if (!grid.contains(relatedTarget as Node | null)) state.endStroke();
  });
  grid.addEventListener('focusin', (event) => {
    const { at } = (event.target as HTMLElement).dataset;
    if (at !== undefined && Number(at) !== state.active && !state.stroke) state.moveTo(Number(at));
  });
}

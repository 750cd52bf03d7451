import {
  between,
  copyDay,
  dayOf,
  emptyWeek,
  type HalfHour,
  type HalfHourKind,
  halfHourAt,
  type PresetId,
  paint,
  pick,
  readWeek,
  savedWeek,
  usualWeek,
  type Week,
  withPreset,
} from '@coachsite/core/week';
import { read, write } from '../../browser/storage.ts';

/** The painted week is kept under this key, in this tab only. */
const key = 'week';

/** How many steps can be undone. */
const undoLimit = 100;

/** What a press or a stroke does: gives half hours a kind, or picks one. */
export type Tool = HalfHourKind | 'pick';

/** The tools, in the order of their keys 1 to 5. */
export const tools: readonly Tool[] = ['work', 'family', 'sleep', 'free', 'pick'];

/** What happened last, for the live region. */
export type Happening =
  | { readonly kind: 'painted'; readonly from: HalfHour; readonly to: HalfHour }
  | { readonly kind: 'picked' | 'taken'; readonly at: HalfHour }
  | { readonly kind: 'preset' | 'cleared' | 'undone' };

/** A stroke in progress: the week before it, and where it began. */
interface Stroke {
  readonly before: Week;
  readonly from: HalfHour;
  readonly to: HalfHour;
}

/** The state of the week in the browser. Every change calls `onChange`; one that is finished says what happened. */
export class WeekState {
  week: Week;
  tool: Tool = 'work';
  /** The half hour that has the focus, or would receive it. */
  active: HalfHour = halfHourAt(0, 18);
  stroke: Stroke | undefined;
  /** Whether the visitor has changed anything, now or earlier in this tab. */
  isTouched: boolean;
  private history: Week[] = [];
  private readonly onChange: (happening?: Happening) => void;

  constructor(onChange: (happening?: Happening) => void) {
    this.onChange = onChange;
    const saved = readWeek(read(key, 'sessionStorage'));
    this.isTouched = saved !== undefined;
    this.week = saved ?? usualWeek;
    this.active = this.week.picked ?? this.active;
  }

  get canUndo(): boolean {
    return this.history.length > 0;
  }

  get day(): number {
    return dayOf(this.active);
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.onChange();
  }

  moveTo(at: HalfHour): void {
    this.active = at;
    this.onChange();
  }

  /** Begins or continues a stroke of the chosen kind; `to` is its other corner. */
  strokeTo(to: HalfHour, from: HalfHour = this.stroke?.from ?? to): void {
    if (this.tool === 'pick') return;
    const before = this.stroke?.before ?? this.week;
    this.stroke = { before, from, to };
    this.active = to;
    this.week = paint(before, between(from, to), this.tool);
    this.isTouched = true;
    this.onChange();
  }

  /** Ends the stroke, which is then one step of the history. */
  endStroke(): void {
    if (!this.stroke) return;
    const { before, from, to } = this.stroke;
    this.stroke = undefined;
    this.remember(before);
    this.onChange({ kind: 'painted', from, to });
  }

  /** Gives up the stroke, as when the browser takes over the gesture. */
  cancelStroke(): void {
    if (!this.stroke) return;
    this.week = this.stroke.before;
    this.stroke = undefined;
    this.onChange();
  }

  /** Paints one half hour with the chosen kind; one that has that kind becomes free. */
  toggle(at: HalfHour): void {
    if (this.tool === 'pick') {
      this.pickAt(at);
      return;
    }
    const isSame = this.week.kinds[at] === this.tool;
    this.active = at;
    this.replace(paint(this.week, [at], isSame ? 'free' : this.tool), {
      kind: 'painted',
      from: at,
      to: at,
    });
  }

  pickAt(at: HalfHour): void {
    this.active = at;
    const picked = pick(this.week, at);
    if (picked === this.week) this.onChange({ kind: 'taken', at });
    else this.replace(picked, { kind: 'picked', at });
  }

  begin(preset: PresetId): void {
    this.replace(withPreset(this.week, preset), { kind: 'preset' });
  }

  /** Gives the days that look like the open one its half hours. */
  copyDay(): void {
    this.replace(copyDay(this.week, this.day), { kind: 'preset' });
  }

  clear(): void {
    this.replace(emptyWeek, { kind: 'cleared' });
  }

  undo(): void {
    const before = this.history.pop();
    if (!before) return;
    this.week = before;
    this.save();
    this.onChange({ kind: 'undone' });
  }

  private replace(week: Week, happening: Happening): void {
    const before = this.week;
    this.week = week;
    this.isTouched = true;
    this.remember(before);
    this.onChange(happening);
  }

  private remember(before: Week): void {
    this.history = [...this.history, before].slice(-undoLimit);
    this.save();
  }

  private save(): void {
    write(key, savedWeek(this.week), 'sessionStorage');
  }
}

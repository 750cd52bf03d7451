import { classes } from './classes.ts';

/** One upright tick per item. `tall` is its height in percent, in steps of five. */
export interface TallyTick {
  on?: boolean | undefined;
  tall?: number | undefined;
  className?: string | undefined;
}

/**
 * Ticks as HTML elements, for counts that change. A number gives ticks of one height, the first `lit` of them lit.
 */
export function Tally({
  ticks,
  n = 0,
  lit = 0,
  size,
  look,
  label,
  className,
}: {
  ticks?: readonly TallyTick[] | undefined;
  n?: number | undefined;
  lit?: number | undefined;
  size?: 's' | 'l' | undefined;
  look?: 'hot' | 'ok' | undefined;
  label?: string | undefined;
  className?: string | undefined;
}) {
  const all = ticks ?? Array.from({ length: n }, (_, index) => ({ on: index < lit }));
  return (
    <span
      className={classes('tally', size && `tally-${size}`, look, className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {all.map((tick: TallyTick, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a tick is identified by its position
          key={index}
          className={
            classes(
              tick.on && 'on',
              tick.tall !== undefined &&
                `h-${Math.min(100, Math.max(5, Math.round(tick.tall / 5) * 5))}`,
              tick.className,
            ) || undefined
          }
        />
      ))}
    </span>
  );
}

/** Five rising ticks, as on the cover of the guide and in the strength meter. */
export function risingTicks(n: number, lit: number, from = 30, to = 100): TallyTick[] {
  return Array.from({ length: n }, (_, index) => ({
    on: index < lit,
    tall: n === 1 ? to : from + ((to - from) * index) / (n - 1),
  }));
}

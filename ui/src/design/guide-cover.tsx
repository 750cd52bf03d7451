import { classes } from './classes.ts';
import { Ruler } from './ruler.tsx';
import type { TitleLine } from './stretch-title.tsx';
import { StretchTitle } from './stretch-title.tsx';

/** The cover of the guide: its title in three widths and five rising bars, one per step. */
export function GuideCover({
  lines,
  brand,
  label,
  size,
}: {
  lines: readonly TitleLine[];
  brand: string;
  label: string;
  size?: 'small' | 'large';
}) {
  return (
    <div className={classes('cover', size && `cover-${size}`)} role="img" aria-label={label}>
      <StretchTitle as="b" look="none" lines={lines} />{' '}
      <Ruler n={5} lit={4} height={220} stroke={41} min={16} grow={163} power={1.25} />
      <span className="label">{brand}</span>
    </div>
  );
}

import { classes } from './classes.ts';
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
      <StretchTitle as="b" look="none" lines={lines} />
      <span className="steps5">
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
      <span className="label">{brand}</span>
    </div>
  );
}

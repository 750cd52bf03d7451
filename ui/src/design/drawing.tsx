import type { ComponentProps } from 'react';

/**
 * An inline drawing of round strokes. With a `label` it is an image of that name; without one it is hidden, because the
 * text beside it says the same.
 */
export function Drawing({
  label,
  ...rest
}: { label?: string | undefined } & ComponentProps<'svg'>) {
  const shared = { fill: 'none', strokeLinecap: 'round', ...rest } as const;
  return label === undefined ? (
    <svg {...shared} aria-hidden="true" />
  ) : (
    <svg {...shared} role="img" aria-label={label} />
  );
}

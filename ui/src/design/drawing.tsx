import type { ComponentProps } from 'react';

/**
 * An inline drawing with round strokes. With a `label` it is an image of that name. Without one it is hidden from
 * assistive technology, because the text beside it says the same.
 */
export function Drawing({
  label,
  ...rest
}: { label?: string | undefined } & ComponentProps<'svg'>) {
  return label === undefined ? (
    <svg {...rest} aria-hidden="true" />
  ) : (
    <svg {...rest} role="img" aria-label={label} />
  );
}

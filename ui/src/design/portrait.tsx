import { portraitPath, portraitWidths } from '@coachsite/adapters/contract';
import { classes } from './classes.ts';

/** A stored portrait; `alt` says who is in it. */
export interface Photo {
  /** Key of the stored portrait. */
  readonly key: string;
  readonly alt: string;
}

/** The smallest is for faces beside a text. */
const [, ...widths] = portraitWidths;

/**
 * The picture of the coach, cropped around its focal point to the box of its class. `sizes` is its width on the page as
 * the attribute of the same name takes it. A browser that does not know AVIF gets one JPEG. Without a photo it is
 * nothing.
 */
export function Portrait({
  photo,
  sizes,
  className,
  eager,
}: {
  readonly photo: Photo | undefined;
  readonly sizes: string;
  readonly className?: string;
  /** In the first screen. */
  readonly eager?: boolean;
}) {
  if (!photo) return null;
  const srcSet = widths
    .map((width) => `${portraitPath(photo.key, width, 'avif')} ${width}w`)
    .join(', ');
  return (
    <picture className={classes('portrait', className)}>
      <source type="image/avif" srcSet={srcSet} sizes={sizes} />
      <img
        src={portraitPath(photo.key, 480, 'jpg')}
        alt={photo.alt}
        width={480}
        height={480}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  );
}

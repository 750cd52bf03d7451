import { classes } from './classes.ts';
import { Dial } from './dial.tsx';
import { Figure, type FigureName, PlacedFigure } from './figure.tsx';

/** A portrait at two densities; `alt` says who is in it. */
export interface Photo {
  src: string;
  src2x?: string;
  alt: string;
}

/**
 * The coach's picture: round, inside a ring of 52 ticks (the weeks of a year), or `lane` (5:4). Without a photo it
 * shows the figure.
 */
export function PhotoSlot({
  shape = 'round',
  figure = 'squat',
  disc = 'butter',
  photo,
  ringLabel,
  bleed,
  distant,
  className,
}: {
  shape?: 'round' | 'lane';
  figure?: FigureName;
  disc?: 'butter' | 'sky';
  photo?: Photo | undefined;
  ringLabel?: string;
  bleed?: boolean;
  /** A round picture far below the first screen. */
  distant?: boolean;
  className?: string;
}) {
  const image = photo ? (
    <img
      src={photo.src}
      srcSet={photo.src2x ? `${photo.src2x} 2x` : undefined}
      alt={photo.alt}
      width={640}
      height={shape === 'round' ? 640 : 512}
      loading="lazy"
      decoding="async"
    />
  ) : null;
  if (shape === 'lane') {
    return (
      <div className={classes('photo-lane', className)}>{image ?? <Figure name={figure} />}</div>
    );
  }
  return (
    <div className={classes('photo', bleed && 'bleed', photo && 'filled', className)}>
      <Dial n={52} lit={52} radius={37} len={6} width={1.5} label={ringLabel} />
      <div className={classes('photo-disc', disc === 'sky' && 'disc-sky')}>{image}</div>
      {photo ? null : (
        <div className="photo-fig">
          <PlacedFigure figure={figure} distant={distant} />
        </div>
      )}
    </div>
  );
}

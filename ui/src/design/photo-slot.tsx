import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Dial } from './dial.tsx';
import { Figure, type FigureName } from './figure.tsx';
import { type Photo, Portrait } from './portrait.tsx';

/**
 * The coach's picture inside a ring of 52 ticks (the weeks of a year). Without a photo `children` stand in the ring:
 * what the ring promises, as the text beside it says too.
 */
export function PhotoRing({
  disc = 'butter',
  photo,
  bleed,
  className,
  children,
}: {
  disc?: 'butter' | 'sky';
  photo: Photo | undefined;
  bleed?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classes('photo', bleed && 'bleed', className)}>
      <Dial n={52} lit={52} radius={37} len={6} width={1.5} />
      <div className={classes('photo-disc', disc === 'sky' && 'disc-sky')}>
        {photo ? (
          <Portrait photo={photo} sizes="(min-width: 60rem) 25rem, 65vw" />
        ) : (
          <div className="photo-text" aria-hidden="true">
            {children}
          </div>
        )}
      </div>
    </div>
  );
}

/** A drawn figure on a lane of 5:4, for a service. */
export function FigureLane({ figure }: { figure: FigureName }) {
  return (
    <div className="photo-lane">
      <Figure name={figure} />
    </div>
  );
}

import { classes } from './classes.ts';
import { Dial } from './dial.tsx';
import { Figure, type FigureName } from './figure.tsx';
import { type Photo, Portrait } from './portrait.tsx';

/** The weeks of a year. */
const weeks = 52;

/**
 * The coach's picture inside a ring of 52 ticks. Without a picture, the ring shows the number 52 and `text`, which says
 * what the ring stands for.
 */
export function PhotoRing({
  disc = 'butter',
  photo,
  bleed,
  className,
  text,
}: {
  disc?: 'butter' | 'sky';
  photo: Photo | undefined;
  bleed?: boolean;
  className?: string;
  text: string;
}) {
  return (
    <div className={classes('photo', bleed && 'bleed', className)}>
      <Dial n={weeks} lit={weeks} radius={37} len={6} width={1.5} />
      <div className={classes('photo-disc', disc === 'sky' && 'disc-sky')}>
        {photo ? (
          <Portrait photo={photo} sizes="(min-width: 60rem) 25rem, 65vw" />
        ) : (
          <div className="photo-text" aria-hidden="true">
            <span className="figure-num">{weeks}</span> <span className="label">{text}</span>
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

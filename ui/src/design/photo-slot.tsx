import { classes } from './classes.ts';
import { Dial } from './dial.tsx';
import { Figure, type FigureName } from './figure.tsx';
import { type Photo, Portrait } from './portrait.tsx';

/** The coach's picture inside a ring of 52 ticks (the weeks of a year). Without a photo it is nothing. */
export function PhotoRing({
  disc = 'butter',
  photo,
  bleed,
  className,
}: {
  disc?: 'butter' | 'sky';
  photo: Photo | undefined;
  bleed?: boolean;
  className?: string;
}) {
  if (!photo) return null;
  return (
    <div className={classes('photo', bleed && 'bleed', className)}>
      <Dial n={52} lit={52} radius={37} len={6} width={1.5} />
      <div className={classes('photo-disc', disc === 'sky' && 'disc-sky')}>
        <Portrait photo={photo} sizes="(min-width: 60rem) 25rem, 65vw" />
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

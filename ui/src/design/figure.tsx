import { classes } from './classes.ts';
import { Drawing } from './drawing.tsx';
import figures from './figures.svg?no-inline';
import strokes from './figures.svg?strokes';

export type FigureName = 'bowl' | 'bust' | 'call' | 'five' | 'press' | 'runner' | 'squat' | 'watch';

/**
 * A figure, for use inside another drawing of 400 units. The properties `--fig-body`, `--fig-near` and `--fig-far` are
 * its colours.
 */
export function FigureParts({ name }: { name: FigureName }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: from a file of this folder, never from user input
  return <g dangerouslySetInnerHTML={{ __html: strokes[name] ?? '' }} />;
}

/**
 * A figure of thick round strokes: body in ink, near limbs in pine, far limbs in ember. It stands on a `Plate` or a
 * disc of a fixed colour. `viewBox` crops or widens the drawing.
 */
export function Figure({
  name,
  viewBox = '0 0 400 400',
  label,
}: {
  name: FigureName;
  viewBox?: string | undefined;
  label?: string | undefined;
}) {
  return (
    <Drawing className="fig drawn" viewBox={viewBox} label={label}>
      <FigureParts name={name} />
    </Drawing>
  );
}

/** The placement of a figure. A `distant` one, far below the first screen, is loaded as an image. */
interface Place {
  figure: FigureName;
  tone?: 'butter' | 'tartan' | 'sky' | 'pine' | undefined;
  distant?: boolean | undefined;
}

/**
 * A figure on a coloured plate. A distant one is an image: the fragment of its URL selects the figure and its colours
 * in the one file.
 */
function PlacedFigure({ figure, tone = 'butter', distant }: Place) {
  if (!distant) return <Figure name={figure} />;
  const colours = tone === 'sky' ? 'butter' : tone;
  return (
    <img
      className="fig"
      src={`${figures}#${figure}-${colours}`}
      alt=""
      width={400}
      height={400}
      loading="lazy"
    />
  );
}

/** A lane-shaped plate of a fixed colour with a figure on it. */
export function Plate({ tone = 'butter', ...rest }: Place) {
  return (
    <span className={classes('plate', tone !== 'butter' && `p-${tone}`)}>
      <PlacedFigure tone={tone} {...rest} />
    </span>
  );
}

/** A round portrait of a client, or the bust in its place. */
export function Avatar({
  tone = 'butter',
  distant,
}: {
  tone?: 'butter' | 'sky' | 'tartan' | undefined;
  distant?: boolean | undefined;
}) {
  return (
    <span className={classes('avatar', `av-${tone}`)}>
      <PlacedFigure figure="bust" distant={distant} />
    </span>
  );
}

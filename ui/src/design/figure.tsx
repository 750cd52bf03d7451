import { classes } from './classes.ts';
import { Drawing } from './drawing.tsx';

const parts = {
  bowl: (
    <>
      <g className="fig-far">
        <path strokeWidth="0" className="fig-bell" d="M110 190a58 58 0 0 1 116 0Z" />
        <path className="fig-bell" strokeWidth="0" d="M196 190a48 48 0 0 1 96 0Z" />
      </g>
      <g className="fig-body">
        <path
          className="fig-bowl"
          d="M52 196H348C348 284 284 340 200 340S52 284 52 196Z"
          strokeWidth="0"
        />
        <path strokeWidth="22" d="M140 362H260" />
      </g>
      <g className="fig-near">
        <path strokeWidth="16" d="M268 176L352 60M308 158L372 84" />
      </g>
    </>
  ),
  bust: (
    <>
      <g className="fig-body">
        <circle className="fig-head" cx="200" cy="168" r="74" />
      </g>
      <g className="fig-near">
        <path className="fig-sh" strokeWidth="0" d="M52 400c0-96 60-134 148-134s148 38 148 134Z" />
      </g>
    </>
  ),
  call: (
    <>
      <g className="fig-screen">
        <path d="M60 92h280v176H60z" strokeWidth="16" />
        <path strokeWidth="20" d="M24 310H376" />
      </g>
      <g className="fig-body">
        <circle className="fig-head" cx="200" cy="160" r="36" />
        <path strokeWidth="54" d="M152 244c10-30 86-30 96 0" />
      </g>
    </>
  ),
  five: (
    <>
      <g className="fig-far">
        <path strokeWidth="32" d="M318 158L344 208L326 254" />
        <path strokeWidth="38" d="M306 250L322 312L322 372L296 374" />
        <path strokeWidth="58" d="M300 160V242" />
        <path strokeWidth="38" d="M292 250L266 312L258 372L232 374" />
        <path className="fig-bell" strokeWidth="0" d="M296 58a34 34 0 1 0 .1 0Z" />
        <path strokeWidth="32" d="M286 156L238 150L204 84" />
      </g>
      <g className="fig-body">
        <path strokeWidth="38" d="M94 250L78 312L78 372L104 374" />
        <path strokeWidth="58" d="M100 160V242" />
        <path strokeWidth="38" d="M108 250L134 312L142 372L168 374" />
        <circle className="fig-head" cx="104" cy="92" r="34" />
      </g>
      <g className="fig-near">
        <path strokeWidth="32" d="M82 158L56 208L74 254" />
        <path strokeWidth="32" d="M114 156L162 150L192 86" />
      </g>
    </>
  ),
  press: (
    <>
      <g className="fig-bar">
        <path strokeWidth="10" d="M20 84H380" />
        <path strokeWidth="18" d="M72 40V128M328 40V128" />
        <path strokeWidth="14" d="M46 58V110M354 58V110" />
      </g>
      <g className="fig-far">
        <path strokeWidth="42" d="M214 262L268 300L262 374L290 376" />
      </g>
      <g className="fig-body">
        <path strokeWidth="66" d="M200 180V256" />
        <path strokeWidth="42" d="M190 262L138 306L132 374L104 376" />
        <circle className="fig-head" cx="200" cy="104" r="35" />
      </g>
      <g className="fig-near">
        <path strokeWidth="34" d="M186 168L124 148L122 88" />
        <path strokeWidth="34" d="M214 168L276 148L278 88" />
      </g>
    </>
  ),
  runner: (
    <>
      <g className="fig-far">
        <path strokeWidth="36" d="M232 138L292 188L340 140" />
        <path strokeWidth="44" d="M190 240L160 316L64 322L50 288" />
      </g>
      <g className="fig-body">
        <path strokeWidth="62" d="M224 146L190 232" />
        <path strokeWidth="44" d="M194 238L282 262L262 352L292 356" />
        <circle className="fig-head" cx="262" cy="66" r="38" />
      </g>
      <g className="fig-near">
        <path strokeWidth="36" d="M220 140L146 172L112 232" />
      </g>
    </>
  ),
  squat: (
    <>
      <g className="fig-far">
        <path strokeWidth="42" d="M150 262L252 250L236 352L270 356" />
      </g>
      <g className="fig-body">
        <path strokeWidth="62" d="M206 142L152 250" />
        <circle className="fig-head" cx="240" cy="72" r="36" />
      </g>
      <g className="fig-near">
        <path strokeWidth="34" d="M212 146L250 214L312 202" />
      </g>
      <g className="fig-bar">
        <path strokeWidth="16" d="M296 196c0-34 52-34 52 0" />
        <path className="fig-bell" strokeWidth="1" d="M322 192a44 44 0 1 0 .1 0Z" />
      </g>
    </>
  ),
  watch: (
    <>
      <g className="fig-far">
        <path strokeWidth="36" d="M178 158L124 196L170 236" />
        <path strokeWidth="42" d="M186 250L164 314L154 374L182 376" />
      </g>
      <g className="fig-body">
        <path strokeWidth="66" d="M196 164V244" />
        <path strokeWidth="42" d="M206 250L226 314L222 374L252 376" />
        <circle className="fig-head" cx="200" cy="80" r="37" />
      </g>
      <g className="fig-near">
        <path strokeWidth="36" d="M214 158L268 192L306 146" />
      </g>
      <g className="fig-bar">
        <path className="fig-bell" strokeWidth="1" d="M318 92a30 30 0 1 0 .1 0Z" />
        <path strokeWidth="12" d="M318 84V74M302 74H334" />
      </g>
    </>
  ),
} as const;

export type FigureName = keyof typeof parts;

/** The strokes of a figure, for use inside another drawing of 400 units. */
export function FigureParts({ name }: { name: FigureName }) {
  return parts[name];
}

/**
 * A figure of thick round strokes: body in ink, near limbs in pine, far limbs in ember. It stands on a `Plate` or a
 * disc of fixed pigment. `viewBox` crops or widens the drawing.
 */
export function Figure({
  name,
  viewBox = '0 0 400 400',
  label,
  className,
}: {
  name: FigureName;
  viewBox?: string | undefined;
  label?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <Drawing
      className={classes('fig', `fig-${name}`, className)}
      viewBox={viewBox}
      label={label}
      strokeLinejoin="round"
    >
      {parts[name]}
    </Drawing>
  );
}

/** A lane-shaped plate of fixed pigment with a figure on it. */
export function Plate({
  figure,
  tone = 'butter',
}: {
  figure: FigureName;
  tone?: 'butter' | 'tartan' | 'sky' | 'pine' | undefined;
}) {
  return (
    <span className={classes('plate', tone !== 'butter' && `p-${tone}`)}>
      <Figure name={figure} />
    </span>
  );
}

/** A round portrait of a client, or the bust that stands for it. */
export function Avatar({ tone = 'butter' }: { tone?: 'butter' | 'sky' | 'tartan' | undefined }) {
  return (
    <span className={classes('avatar', `av-${tone}`)}>
      <Figure name="bust" />
    </span>
  );
}

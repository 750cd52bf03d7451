import type { ArticleDrawing } from '@coachsite/adapters/contract';
import { classes, DialTicks, Drawing, indices, Ruler, uprights } from '../../design/index.ts';

type Of<Kind extends ArticleDrawing['kind']> = Extract<ArticleDrawing, { readonly kind: Kind }>;

/** Twelve weeks at the slow and at the fast end: a dot for each, and the distance between them. */
function TwelveWeeks({ from, to, label }: Of<'pace'> & { readonly label: string | undefined }) {
  const weekWidth = 57;
  const kgHeight = 9.2;
  const xOf = (week: number) => 8 + week * weekWidth;
  const yOf = (week: number, kgPerWeek: number) => (10 + week * kgPerWeek * kgHeight).toFixed(1);
  const apart = indices(1, 13).map((week) => `M${xOf(week)} ${yOf(week, from)}V${yOf(week, to)}`);
  const dots = (first: number, kgPerWeek: number) =>
    `M${xOf(first)} ${yOf(first, kgPerWeek)}h0${`m${weekWidth} ${kgPerWeek * kgHeight}h0`.repeat(12 - first)}`;
  return (
    <Drawing className="drawing" viewBox="0 0 700 132" label={label}>
      <path className="t-off" strokeWidth="6" d={apart.join('')} />
      <path className="t-mark" strokeWidth="12" d={dots(1, to)} />
      <path className="t-on" strokeWidth="12" d={dots(0, from)} />
    </Drawing>
  );
}

/** Seven days, some of them filled in. */
function Days({
  marks,
  days,
  label,
}: Of<'days'> & { readonly days: readonly string[]; readonly label: string | undefined }) {
  return (
    <div className="dots" {...(label ? { role: 'img', 'aria-label': label } : {})}>
      {days.map((day, index) => (
        <i key={day} className={marks.includes(index + 1) ? 'on' : undefined} aria-hidden="true">
          {`${day} `}
        </i>
      ))}
    </div>
  );
}

/** Sixty ticks around a plate: each share of it looks different. */
export function PlateDial({
  shares,
  label,
  className,
  viewBox = '-50 -50 100 100',
}: {
  readonly shares: readonly number[];
  readonly label?: string | undefined;
  readonly className?: string;
  /** The ring has a radius of 48 units. */
  readonly viewBox?: string | undefined;
}) {
  const sum = shares.reduce((total, share) => total + share, 0);
  const n = 60;
  const looks = [
    { className: 't-on', length: 19 },
    { className: 't-mark', length: 19 },
    { className: 't-off', length: 19 },
  ];
  let from = 0;
  const parts = shares.map((share, index) => {
    const first = Math.round((from / sum) * n);
    from += share;
    const count = Math.round((from / sum) * n) - first;
    return { first, count, ...looks[index] };
  });
  return (
    <Drawing className={classes('drawing', className)} viewBox={viewBox} label={label}>
      {parts.map(({ first, count, className = '', length = 0 }) => (
        <DialTicks
          key={className}
          n={n}
          from={first}
          inner={28}
          lengths={indices(0, count).map(() => length)}
          width={2.6}
          className={className}
        />
      ))}
    </Drawing>
  );
}

/** The 336 half hours of a week in seven rows, a few of them standing out. */
export function WeekRows({
  marks,
  label,
  row = 27,
}: {
  readonly marks: readonly number[];
  readonly label?: string | undefined;
  /** Height of one day; the drawing is 700 units wide. */
  readonly row?: number;
}) {
  const pitch = 14.6;
  const heightAt = (hour: number) => {
    const tall = (row - 10) * (hour >= 13 && hour < 46 ? 1 : 0.4);
    return Math.round(tall * 10) / 10;
  };
  // From tick to tick, the days are alike, and a compressed page holds one of them.
  const draw = (isDrawn: (slot: number) => boolean) =>
    indices(0, 7)
      .map((day) => {
        const ticks = indices(0, 48).map((hour) => {
          const tall = heightAt(hour);
          return isDrawn(day * 48 + hour) ? `v-${tall}m${pitch} ${tall}` : `m${pitch} 0`;
        });
        return `M4 ${(day + 1) * row - 5}${ticks.join('')}`;
      })
      .join('');
  return (
    <Drawing className="drawing" viewBox={`0 0 700 ${7 * row}`} label={label}>
      <path className="t-off" strokeWidth="4" d={draw((slot) => !marks.includes(slot))} />
      <path className="t-mark" strokeWidth="9" d={draw((slot) => marks.includes(slot))} />
    </Drawing>
  );
}

/** Ticks of one height beside each other from the left: a few are thick, many fill the width. */
function FlatRow({ n, lit, marks, label }: Of<'row'> & { readonly label: string | undefined }) {
  const stroke = n <= 12 ? 22 : n <= 30 ? 11 : 5;
  const lift = 14;
  const tall = 56 - stroke - lift;
  const pitch = Math.min(58, (700 - stroke * 1.5) / Math.max(1, n - 1));
  const draw = (places: readonly number[], lifted = 0) =>
    uprights(
      places.map((at) => ({ x: stroke * 0.75 + at * pitch, height: tall + lifted })),
      56 - stroke * 0.65,
    );
  const plain = indices(0, n).filter((at) => !marks.includes(at + 1));
  const off = draw(plain.filter((at) => at >= lit));
  const on = draw(plain.filter((at) => at < lit));
  const marked = draw(
    marks.map((mark) => mark - 1),
    lift - stroke * 0.3,
  );
  return (
    <Drawing className="drawing" viewBox="0 0 700 58" label={label}>
      {off ? <path className="t-off" strokeWidth={stroke} d={off} /> : null}
      {on ? <path className="t-on" strokeWidth={stroke} d={on} /> : null}
      {marked ? <path className="t-mark" strokeWidth={stroke * 1.3} d={marked} /> : null}
    </Drawing>
  );
}

/** The indices of the ticks whose value lies in a zone; the first tick counts one step. */
const zoneMarks = ({ step, from, to }: Of<'zone'>) =>
  indices(0, Math.round(to / step))
    .filter((at) => (at + 1) * step >= from)
    .map((at) => ({ at }));

/** The drawing of a figure; the note under it says what one tick is worth. */
export function FigureDrawing({
  drawing,
  days,
  label,
}: {
  readonly drawing: ArticleDrawing;
  /** Short names of the days, Monday first. */
  readonly days: readonly string[];
  readonly label: string | undefined;
}) {
  switch (drawing.kind) {
    case 'zone':
      return (
        <Ruler
          n={Math.round(drawing.to / drawing.step)}
          width={700}
          height={drawing.rising ? 60 : 44}
          stroke={5}
          min={drawing.rising ? 12 : 14}
          grow={drawing.rising ? 16 : 0}
          lift={16}
          marks={zoneMarks(drawing)}
          label={label}
        />
      );
    case 'row':
      return drawing.rising ? (
        <Ruler
          n={drawing.n}
          lit={drawing.lit}
          width={700}
          height={96}
          stroke={drawing.n <= 20 ? 13 : 5}
          min={18}
          grow={60}
          lift={8}
          marks={drawing.marks.map((mark) => ({ at: mark - 1 }))}
          label={label}
        />
      ) : (
        <FlatRow {...drawing} label={label} />
      );
    case 'days':
      return <Days {...drawing} days={days} label={label} />;
    case 'plate':
      return <PlateDial shares={drawing.shares} label={label} className="datum-plate" />;
    case 'week':
      return <WeekRows marks={drawing.marks} label={label} />;
    case 'pace':
      return <TwelveWeeks {...drawing} label={label} />;
  }
}

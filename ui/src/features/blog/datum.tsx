import { weightLossFigures } from '@coachsite/core/blog';
import { Drawing, indices, Ruler } from '../../design/index.ts';
import type { Article } from './article.ts';

const { deficitKcalPerDay, stepsPerDay, lossKgPerWeek } = weightLossFigures;

/** The indices of the ticks whose value lies in a zone; the first tick counts one step. */
const zone = (step: number, { from, to }: { readonly from: number; readonly to: number }) =>
  Array.from({ length: to / step }, (_, at) => at)
    .filter((at) => (at + 1) * step >= from)
    .map((at) => ({ at }));

const kcalPerTick = 10;
const stepsPerTick = 250;
const weeks = 13;

/** Twelve weeks at the slow and at the fast end: a dot for each, and the distance between them. */
function TwelveWeeks() {
  const weekWidth = 57;
  const kgHeight = 9.2;
  const { from, to } = lossKgPerWeek;
  const xOf = (week: number) => 8 + week * weekWidth;
  const yOf = (week: number, kgPerWeek: number) => (10 + week * kgPerWeek * kgHeight).toFixed(1);
  const apart = indices(1, 13).map((week) => `M${xOf(week)} ${yOf(week, from)}V${yOf(week, to)}`);
  const dots = (first: number, kgPerWeek: number) =>
    `M${xOf(first)} ${yOf(first, kgPerWeek)}h0${`m${weekWidth} ${kgPerWeek * kgHeight}h0`.repeat(12 - first)}`;
  return (
    <Drawing className="drawing" viewBox="0 0 700 132">
      <path className="t-off" strokeWidth="6" d={apart.join('')} />
      <path className="t-mark" strokeWidth="12" d={dots(1, to)} />
      <path className="t-on" strokeWidth="12" d={dots(0, from)} />
    </Drawing>
  );
}

/** Seven days, one of them highlighted for the scales. */
function OneDay({ post }: { readonly post: Article }) {
  return (
    <div className="dots" role="img" aria-label={post.daysLabel}>
      {post.days.map((day, index) => (
        <i key={day} className={index === 2 ? 'on' : undefined} aria-hidden="true">
          {day}
        </i>
      ))}
    </div>
  );
}

/**
 * The drawing of each mistake; the note under it says what one tick is worth.
 * Source: docs/rules.md#9, docs/design.md#1.
 */
function Figure({ post, id }: { readonly post: Article; readonly id: string }) {
  switch (id) {
    case 'fout-1':
      return (
        <Ruler
          n={deficitKcalPerDay.to / kcalPerTick}
          width={700}
          height={44}
          stroke={5}
          min={14}
          lift={16}
          marks={zone(kcalPerTick, deficitKcalPerDay)}
        />
      );
    case 'fout-2':
      return <OneDay post={post} />;
    case 'fout-3':
      return (
        <Ruler
          n={stepsPerDay.to / stepsPerTick}
          width={700}
          height={60}
          stroke={5}
          min={12}
          grow={16}
          lift={16}
          marks={zone(stepsPerTick, stepsPerDay)}
        />
      );
    case 'fout-4':
      return <TwelveWeeks />;
    default:
      return (
        <Ruler
          n={weeks}
          width={700}
          height={96}
          stroke={13}
          min={18}
          grow={60}
          lift={8}
          marks={[{ at: weeks - 1 }]}
        />
      );
  }
}

/** A figure of the article: the number, its subject, and the drawing that counts it. */
export function Datum({
  post,
  mistake,
}: {
  readonly post: Article;
  readonly mistake: Article['mistakes'][number];
}) {
  const { value, label, note } = mistake.datum;
  return (
    <div className="datum">
      <p className="row2">
        <span className="figure-num">{value}</span>
        <span className="label">{label}</span>
      </p>
      <Figure post={post} id={mistake.id} />
      <p className="note">{note}</p>
    </div>
  );
}

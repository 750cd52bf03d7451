import type { CoachingSlug } from '@coachsite/core/catalogue';
import { Tally, type TallyTick } from '../../design/index.ts';

interface CourseRow {
  readonly label: string;
  readonly drawing: string;
  /** What the coloured tick stands for. */
  readonly mark?: string;
  readonly title: string;
  readonly text: string;
}

/** Ticks of each row: 30 days, 21 meals, 3 steps or 60 minutes. */
const counts: Readonly<Record<CoachingSlug, readonly number[]>> = {
  '1-on-1': [7, 7, 7, 7, 2],
  'nutrition-plan': [7, 7, 7],
  'workout-plan': [3, 3, 3],
  'online-consultation': [15, 15, 15, 15],
};

/** Height of ticks that count what does not grow, in percent. */
const level = 70;

/** The ticks of one row. The days of a month and the steps to a plan grow; meals and minutes do not. */
function ticksOf(slug: CoachingSlug, row: number): readonly TallyTick[] {
  const rows = counts[slug];
  const n = rows[row] ?? 0;
  if (slug === 'workout-plan') {
    return Array.from({ length: n }, (_, at) => ({ on: at <= row, tall: 45 + at * 27 }));
  }
  if (slug !== '1-on-1') return Array.from({ length: n }, () => ({ on: true, tall: level }));
  const before = rows.slice(0, row).reduce((sum, one) => sum + one, 0);
  const total = rows.reduce((sum, one) => sum + one, 0);
  const isLastRow = row === rows.length - 1;
  return Array.from({ length: n }, (_, at) => {
    const isLast = at === n - 1;
    const mark = !isLast ? undefined : isLastRow ? 'pl' : 'chk';
    return { on: true, tall: 20 + (80 * (before + at)) / (total - 1), className: mark };
  });
}

/** The steps of the service, row by row, each with its own ticks. */
export function Course({
  slug,
  rows,
}: {
  readonly slug: CoachingSlug;
  readonly rows: readonly CourseRow[];
}) {
  return (
    <ol className={slug === 'online-consultation' ? 'wk wk-dense' : 'wk'}>
      {rows.map((row, index) => (
        <li key={row.label}>
          <p className="lbl">
            {row.label} {row.mark ? <span className="note block">{row.mark}</span> : null}
          </p>
          <Tally ticks={[...ticksOf(slug, index)]} label={row.drawing} />
          <div className="txt">
            <p className="h-4">{row.title}</p>
            <p>{row.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

import type { ProgramId } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { risingTicks, Tally, type TallyTick } from '../../design/index.ts';
import { Blocks } from './program-art.tsx';

/** One tick per week or day, growing; those in `marks` (counted from one) have the accent colour. */
function growing(n: number, marks: readonly number[] = []): readonly TallyTick[] {
  return risingTicks(n, n, 20, 100).map((tick, index) =>
    marks.includes(index + 1) ? { ...tick, className: 'hot' } : tick,
  );
}

/** A month of 1-on-1 coaching: its check-ins, and the new plan on the last day. */
function month(): readonly TallyTick[] {
  return growing(30, [7, 14, 21, 28]).map((tick, index) =>
    index === 29 ? { ...tick, className: 'plan' } : tick,
  );
}

/** The picture of a program on its own page, with a legend for its ticks. */
export function PageArt({ id }: { readonly id: ProgramId }) {
  const { t } = useTranslation('programs');
  const label = t(`items.${id}.art.label`);
  switch (id) {
    case '8-week-kickstart':
      return <Tally ticks={growing(8)} label={label} />;
    case 'mind-body-12':
      return <Tally ticks={growing(12, [4, 8, 12])} label={label} className="dense" />;
    case 'premium-1-on-1':
      return <Tally ticks={month()} label={label} className="many" />;
    case 'lifestyle-reset-30':
      return (
        <>
          <Blocks columns={10} label={label} className="only-sm" />
          <Blocks columns={5} label={label} className="only-lg" />
        </>
      );
  }
}

import type { CoachingSlug } from '@coachsite/core/catalogue';
import { Drawing, Ruler, uprights } from '../../design/index.ts';

const day = 7;

/** The 21 meals of a week in seven groups of three. */
function Meals({ label }: { readonly label: string }) {
  const at = (meal: number) => 4 + Math.floor(meal / 3) * 91 + (meal % 3) * 23;
  const ticks = Array.from({ length: 3 * day }, (_, meal) => ({
    x: at(meal),
    height: 34,
  }));
  return (
    <Drawing className="ruler" viewBox="0 0 600 48" label={label}>
      <path className="t-on" strokeWidth="8" d={uprights(ticks, 44)} />
    </Drawing>
  );
}

/** The 168 hours of a week in seven groups of 24, one of them lit. */
function Hours({ label }: { readonly label: string }) {
  const lit = 42;
  const at = (hour: number) => 2 + Math.floor(hour / 24) * 87 + (hour % 24) * 3.24;
  const ticks = Array.from({ length: 24 * day }, (_, hour) => ({ x: at(hour), height: 28 }));
  return (
    <Drawing className="ruler" viewBox="0 0 600 48" label={label}>
      <path
        className="t-on"
        strokeWidth="1.5"
        d={uprights(
          ticks.filter((_, hour) => hour !== lit),
          46,
        )}
      />
      <path className="t-mark" strokeWidth="6" d={uprights([{ x: at(lit), height: 44 }], 46)} />
    </Drawing>
  );
}

/** What a service counts: 7 days with a check-in, 21 meals, 168 hours with one lit, 60 minutes. */
export function Meter({ slug, label }: { readonly slug: CoachingSlug; readonly label: string }) {
  if (slug === 'nutrition-plan') return <Meals label={label} />;
  if (slug === 'workout-plan') return <Hours label={label} />;
  if (slug === 'online-consultation') {
    return <Ruler n={60} width={600} height={48} stroke={5} min={35} label={label} />;
  }
  return (
    <Ruler
      n={day}
      width={600}
      height={48}
      stroke={9}
      min={35}
      marks={[{ at: day - 1 }]}
      lift={0}
      label={label}
    />
  );
}

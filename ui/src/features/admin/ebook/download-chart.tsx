import type { EbookStatistics } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';

type Days = EbookStatistics['days'];

/** Round step sizes, which make a scale easy to read. */
const steps = [1, 10, 100, 1000].flatMap((unit) =>
  [1, 1.5, 2, 2.5, 3, 4, 5, 7.5].map((part) => part * unit).filter(Number.isInteger),
);
const lines = 4;

/** The distance between two lines of the scale, so that the highest bar fits below the fourth. */
export function scaleStep(max: number): number {
  return steps.find((step) => step * lines >= max) ?? Math.ceil(max / lines);
}

interface Measures {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly bar: number;
  readonly className: string;
}

const wide: Measures = { width: 760, height: 250, left: 34, bar: 11, className: 'chart only-lg' };
const narrow: Measures = { width: 310, height: 210, left: 26, bar: 5, className: 'chart only-sm' };

interface Chart {
  readonly days: Days;
  /** Days on which a new version of the e-book was uploaded; marked below the bars. */
  readonly replacedOn: ReadonlySet<string>;
  readonly label: string;
}

/**
 * The downloads of thirty days as round bars, today's lit. Small screens have a drawing of their own.
 * Source: docs/design.md#6.16.
 */
export function DownloadChart(chart: Chart) {
  return (
    <>
      <Drawn {...chart} {...wide} />
      <Drawn {...chart} {...narrow} />
    </>
  );
}

function Drawn({ days, replacedOn, label, width, height, left, bar, className }: Measures & Chart) {
  const { t } = useTranslation('admin');
  const top = 14;
  const base = height - 36;
  const step = scaleStep(Math.max(...days.map(({ downloads }) => downloads), 1));
  const yOf = (value: number) => base - ((base - top) * value) / (step * lines);
  const xOf = (index: number) =>
    left + bar * 0.75 + (index * (width - left - bar * 1.5)) / Math.max(1, days.length - 1);
  const scale = Array.from({ length: lines + 1 }, (_, index) => index * step);
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {scale.map((value) => (
        <g key={value}>
          <path className="gl" d={`M${left} ${yOf(value)}H${width}`} />
          <text x="0" y={yOf(value) + 5}>
            {value}
          </text>
        </g>
      ))}
      {days.map(({ date, downloads }, index) =>
        downloads === 0 ? null : (
          <path
            key={date}
            className={index === days.length - 1 ? 'b hi' : 'b'}
            strokeWidth={bar}
            d={`M${xOf(index).toFixed(1)} ${base - bar / 2}V${Math.min(
              base - bar / 2 - 0.01,
              yOf(downloads) + bar / 2,
            ).toFixed(2)}`}
          />
        ),
      )}
      {days.map(({ date }, index) =>
        replacedOn.has(date) ? (
          <path
            key={date}
            className="replaced"
            d={`M${xOf(index).toFixed(1)} ${base + 4}l5 9h-10z`}
          />
        ) : null,
      )}
      <text x={left} y={height - 8}>
        {t('downloads.from')}
      </text>
      <text x={width} y={height - 8} textAnchor="end">
        {t('downloads.to')}
      </text>
    </svg>
  );
}

import type { ProgramId } from '@coachsite/core/catalogue';
import { DialTicks, Drawing, Figure, type Ground, indices, Ruler } from '../../design/index.ts';

/** The ground of each program's picture; the popular program has a ground of its own. Source: docs/design.md#6.4. */
const grounds: Readonly<Record<ProgramId, Ground>> = {
  '8-week-kickstart': 'butter',
  'mind-body-12': 'deep',
  'premium-1-on-1': 'sky',
  'lifestyle-reset-30': 'tartan',
};

export const artGround = (id: ProgramId): Ground => grounds[id];

/** Twelve weeks as rays of a rising sun, each a little longer than the one before. */
function Rays() {
  const rays = (isWanted: (at: number) => boolean) => ({
    n: 24,
    from: -5.5,
    inner: 62,
    lengths: indices(0, 12).map((at) => (isWanted(at) ? 28 + 4 * at : 0)),
    width: 9,
  });
  const isCheckIn = (at: number) => at % 4 === 3;
  return (
    <Drawing viewBox="-150 -140 300 142">
      <DialTicks className="t-on" {...rays((at) => !isCheckIn(at))} />
      <DialTicks className="t-hot" {...rays(isCheckIn)} />
    </Drawing>
  );
}

/** Thirty days as blocks in rows, each a little wider than the one before; on a large page, six rows of five. */
export function Blocks({
  columns,
  ...rest
}: {
  readonly columns: 5 | 10;
  readonly label?: string;
  readonly className?: string;
}) {
  const rows = 30 / columns;
  // A round stroke of 12 units around its middle makes each block; all of them are one path.
  const blocks = indices(0, 30).map((day) => {
    const start = day % columns ? 'm42 0' : `M8 ${8 + (day / columns) * 45}`;
    const width = Math.round(day * 8.2) / 10;
    return `${start}h${width}v24h-${width}z`;
  });
  return (
    <Drawing viewBox={`0 0 ${columns * 42} ${rows * 45 - 5}`} {...rest}>
      <path className="t-block" strokeWidth="12" d={blocks.join('')} />
    </Drawing>
  );
}

/** The picture of a program on its card; the title names what it counts. */
export function CardArt({ id }: { readonly id: ProgramId }) {
  switch (id) {
    case '8-week-kickstart':
      return <Ruler n={8} width={420} height={120} stroke={26} min={26} grow={76} />;
    case 'mind-body-12':
      return <Rays />;
    case 'premium-1-on-1':
      return <Figure name="runner" viewBox="-150 10 700 372" />;
    case 'lifestyle-reset-30':
      return <Blocks columns={10} />;
  }
}

import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Words } from './stretch-title.tsx';

/** Large numbers between two rules. `small` for the figures of a file. `unit` is set smaller after the number. */
export function Tiles({
  tiles,
  small,
  columns = 4,
  className,
}: {
  tiles: readonly { id: string; label: ReactNode; value: ReactNode; unit?: ReactNode }[];
  small?: boolean;
  columns?: 3 | 4;
  className?: string;
}) {
  return (
    <dl className={classes('tiles', columns === 3 && 'c3', small && 't-s', className)}>
      {tiles.map((tile) => (
        <div className="tile" key={tile.id}>
          <dt className="label">{tile.label}</dt>
          <dd className="figure-num">
            {tile.value} {tile.unit ? <small>{tile.unit}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Rows of icon, name with note, and one action at the end. `tight` keeps them on one line on phones. */
export function KeyValueRows({
  rows,
  tight,
}: {
  rows: readonly {
    id: string;
    icon?: IconName;
    name: ReactNode;
    note?: ReactNode;
    action?: ReactNode;
  }[];
  tight?: boolean;
}) {
  return (
    <ul className={classes('kv', tight && 'tight')}>
      {rows.map((row) => (
        <li key={row.id}>
          {row.icon ? <Icon name={row.icon} /> : null}
          <div>
            <b>{row.name}</b> {row.note ? <span className="note">{row.note}</span> : null}
          </div>
          {row.action}
        </li>
      ))}
    </ul>
  );
}

/** Ruled rows of two (`c2`) or three (`c3`) columns; `a3` when the first column is as wide as its content. */
export function Rows({
  layout,
  rows,
  ordered,
}: {
  layout: 'c2' | 'c3' | 'a3';
  rows: readonly { id: string; cells: ReactNode }[];
  ordered?: boolean;
}) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className={classes('rows', layout)}>
      {rows.map((row) => (
        <li key={row.id}>{row.cells}</li>
      ))}
    </List>
  );
}

/** A ruled list of what is included (`check`) or, with `no`, excluded (`close`). */
export function ProsList({ no, items }: { no?: boolean; items: readonly string[] }) {
  return (
    <ul className={classes('pros', no && 'no')}>
      {items.map((item) => (
        <li key={item}>
          <Icon name={no ? 'close' : 'check'} />
          <span>
            <Words text={item} />
          </span>
        </li>
      ))}
    </ul>
  );
}

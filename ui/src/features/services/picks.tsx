import type { ComponentProps } from 'react';
import { Icon, Words } from '../../design/index.ts';

/** Rows to choose from, each a link: what speaks for it, its name and a note about it. */
export function Picks({
  rows,
}: {
  readonly rows: readonly {
    readonly line: string;
    readonly name: string;
    readonly note: string;
    readonly link: ComponentProps<'a'>;
  }[];
}) {
  return (
    <ul className="picks">
      {rows.map(({ line, name, note, link }) => (
        <li className="linked" key={name}>
          <p className="say">{line}</p>
          <p>
            <a className="link-all" {...link}>
              <Words text={name} />
            </a>{' '}
            <span className="note">{note}</span>
          </p>
          <Icon name="arrow" />
        </li>
      ))}
    </ul>
  );
}

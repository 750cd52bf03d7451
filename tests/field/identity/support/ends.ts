import { expect } from 'vitest';
import { installedPackages } from '../../../support/debian.ts';
import { addRow } from '../../rows.ts';
import type { End } from './site.ts';

/** What a sign-in ends with: a session, at once or after a mail has confirmed the address; or a line of the log. */
type Expected = 'in' | 'in after a mail' | Readonly<Record<string, string>>;

/** A sign-in to try. */
export interface Case {
  /** What of the provider it is about, one row of the table: `NameID`. */
  readonly about: string;
  /** What the administrator has set: `persistent`. */
  readonly what: string;
  readonly ends: Expected;
}

/** The last words of a line of the log that say why. */
const reasonOf = ({ check, detail, error, reason }: Readonly<Record<string, string>>) =>
  check ?? detail ?? error ?? reason ?? '';

/** Expects sign-ins to end as they should, and says in the table which did. */
export function openEnds(name: string, debian: string) {
  const rows = new Map<string, { readonly accepted: string[]; readonly refused: string[] }>();
  return {
    expect: ({ about, what, ends }: Case, end: End) => {
      if (typeof ends === 'string') expect(end).toMatchObject({ ends, email: end.address });
      else expect(end).toMatchObject({ ends: 'refused', line: ends });
      const row = rows.get(about) ?? { accepted: [], refused: [] };
      rows.set(about, row);
      if (ends === 'in') row.accepted.push(what);
      else if (ends === 'in after a mail') row.accepted.push(`${what}, after a mail`);
      else row.refused.push(`${what} (\`${reasonOf(ends)}\`)`);
    },
    /** One row for each thing that the cases were about. */
    addRows: () => {
      const version = installedPackages([debian]).get(debian) ?? '';
      for (const [about, { accepted, refused }] of rows) {
        const parts = [
          ...(accepted.length > 0 ? [`in: ${accepted.join('; ')}`] : []),
          ...(refused.length > 0 ? [`refused: ${refused.join('; ')}`] : []),
        ];
        addRow({ name: `${name}, ${about}`, version, outcome: parts.join('. ') });
      }
    },
  };
}

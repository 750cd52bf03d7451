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
  /** What was tried, by how it ended, by what of the provider it is about. */
  const rows = new Map<string, Map<string, readonly string[]>>();
  return {
    expect: ({ about, what, ends }: Case, end: End) => {
      if (typeof ends === 'string') expect(end).toMatchObject({ ends, email: end.address });
      else expect(end).toMatchObject({ ends: 'refused', line: ends });
      const row = rows.get(about) ?? new Map<string, readonly string[]>();
      rows.set(about, row);
      const [how, said] =
        typeof ends === 'string'
          ? [`signed ${ends}`, what]
          : ['refused', `${what} (\`${reasonOf(ends)}\`)`];
      row.set(how, [...(row.get(how) ?? []), said]);
    },
    /** One row for each thing that the cases were about. */
    addRows: () => {
      const version = installedPackages([debian]).get(debian) ?? '';
      for (const [about, row] of rows) {
        const parts = [...row].map(([how, tried]) => `${how}: ${tried.join('; ')}`);
        addRow({ name: `${name}, ${about}`, version, outcome: parts.join('. ') });
      }
    },
  };
}

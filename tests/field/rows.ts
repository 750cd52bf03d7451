import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Something real that the product was run with. */
export interface Row {
  /** Its name: `HAProxy`. */
  readonly name: string;
  readonly version: string;
  /** What was run, and what does not work: `19 of 19 requests; HTTP/2`. */
  readonly outcome: string;
}

const variable = 'COACHSITE_FIELD_ROWS';

/** Adds a row to the table of the part that runs; without `npm run field` nothing is kept. */
export function addRow(row: Row): void {
  const file = process.env[variable];
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Runs something that adds rows in this process or in those that it starts; returns its result and the rows, by name. */
export function collectRows<T>(run: () => T): {
  readonly result: T;
  readonly rows: readonly Row[];
} {
  const folder = mkdtempSync(join(tmpdir(), 'coachsite-field-'));
  const file = join(folder, 'rows');
  process.env[variable] = file;
  try {
    const result = run();
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    const rows = lines.map((line): Row => JSON.parse(line));
    return { result, rows: rows.toSorted((a, b) => a.name.localeCompare(b.name)) };
  } finally {
    delete process.env[variable];
    rmSync(folder, { recursive: true });
  }
}

const header = '| | Version | What was run |\n|---|---|---|';

/** A table in Markdown. */
export const tableOf = (rows: readonly Row[]): string =>
  [
    header,
    ...rows.map(({ name, version, outcome }) => `| ${name} | ${version} | ${outcome} |`),
  ].join('\n');

/** The text of docs/compatibility.md with the table under a heading replaced, or with that heading added at the end. */
export function withTable(page: string, title: string, rows: readonly Row[]): string {
  const heading = `## ${title}\n`;
  const section = `${heading}\n${tableOf(rows)}\n`;
  const from = page.indexOf(heading);
  if (from < 0) return `${page.trimEnd()}\n\n${section}`;
  const next = page.indexOf('\n## ', from);
  return `${page.slice(0, from)}${section}${next < 0 ? '' : page.slice(next)}`;
}

/** The heading of what has no version yet. */
const unreleased = '## Unreleased';

/** What a changelog says under "Unreleased"; empty if that is nothing. */
export function notesOf(changelog: string): string {
  const start = changelog.indexOf(unreleased);
  if (start < 0) return '';
  const rest = changelog.slice(start + unreleased.length);
  const end = rest.search(/^## /m);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** The changelog with those notes under a version and its day. */
export const named = (changelog: string, version: string, day: string): string =>
  changelog.replace(unreleased, `## ${version} (${day})`);

/** The same below an empty "Unreleased". */
export const closed = (changelog: string, version: string, day: string): string =>
  changelog.replace(unreleased, `${unreleased}\n\n## ${version} (${day})`);

import type { Change } from './api-changes.ts';

const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-rc\.([1-9]\d*))?$/;

/** Major, minor and patch of a version, and the number of a release candidate, which a release itself has after all. */
export function parseVersion(text: string): readonly [number, number, number, number] | undefined {
  const [, major, minor, patch, candidate = Infinity] = pattern.exec(text) ?? [];
  if (major === undefined) return undefined;
  return [Number(major), Number(minor), Number(patch), Number(candidate)];
}

/** Whether a version is a release candidate, which npm installs only where it is asked for. */
export const isCandidate = (version: string): boolean => version.includes('-');

/** Which of two versions is older, as a comparison for sorting. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parseVersion(one) ?? [0, 0, 0, 0], parseVersion(other) ?? [0, 0, 0, 0]];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || (a[3] === b[3] ? 0 : a[3] - b[3]);
}

/** The version that a release candidate becomes; a release is one already. */
const finalOf = (version: string): string => version.replace(/-.*/, '');

/**
 * The first version that may follow the release `last` with such a change. Before 1.0.0 the minor number takes the part of
 * the major one, as the range `^0.1.0` of npm has it.
 */
function firstAfter(last: string, change: Change): string {
  const [major, minor, patch] = parseVersion(last) ?? [0, 0, 0];
  if (change === 'breaking') return major > 0 ? `${major + 1}.0.0` : `0.${minor + 1}.0`;
  if (change === 'feature' && major > 0) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** What a version has to come after: the release with which it is compared, and the newest version, maybe a candidate since. */
export interface Before {
  readonly last: string;
  readonly newest: string;
}

/** The first version that may have such a change since the last release. After a candidate that is another one. */
export function nextVersion({ last, newest }: Before, change: Change): string {
  const first = firstAfter(last, change);
  if (!isCandidate(newest)) return first;
  if (compareVersions(finalOf(newest), first) < 0) return `${first}-rc.1`;
  return newest.replace(/\d+$/, (number) => `${Number(number) + 1}`);
}

/** Why a version cannot come next with such a change since the last release; `undefined` if it can. */
export function versionProblem(
  version: string,
  { last, newest }: Before,
  change: Change,
): string | undefined {
  if (!parseVersion(version)) return `${version} is no version such as 1.2.3 or 1.2.3-rc.1`;
  if (compareVersions(version, newest) <= 0) return `${version} does not come after ${newest}`;
  const first = firstAfter(last, change);
  // A candidate may have what the version that it becomes may have.
  if (compareVersions(finalOf(version), first) >= 0) return undefined;
  const what = change === 'breaking' ? 'A breaking change of the API' : 'A new name in the API';
  return `${what} since ${last} needs ${first} at least`;
}

import type { Change } from './api-changes.ts';

const pattern = /^(\d+)\.(\d+)\.(\d+)$/;

/** Major, minor and patch of a version; `undefined` for anything else, such as a pre-release. */
export function parseVersion(text: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = pattern.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** Which of two versions is older, as a comparison for sorting. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parseVersion(one) ?? [0, 0, 0], parseVersion(other) ?? [0, 0, 0]];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/**
 * The first version after `last` that may have such a change. Before 1.0.0 the minor number takes the part of the major
 * one, as the range `^0.1.0` of npm has it.
 */
export function nextVersion(last: string, change: Change): string {
  const [major, minor, patch] = parseVersion(last) ?? [0, 0, 0];
  if (change === 'breaking') return major > 0 ? `${major + 1}.0.0` : `0.${minor + 1}.0`;
  if (change === 'feature' && major > 0) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** Why a version cannot follow `last` with such a change; `undefined` if it can. */
export function versionProblem(version: string, last: string, change: Change): string | undefined {
  if (!parseVersion(version)) return `${version} is no version such as 1.2.3`;
  if (compareVersions(version, last) <= 0) return `${version} does not come after ${last}`;
  const next = nextVersion(last, change);
  if (compareVersions(version, next) >= 0) return undefined;
  const what = change === 'breaking' ? 'A breaking change of the API' : 'A new name in the API';
  return `${what} since ${last} needs ${next} at least`;
}

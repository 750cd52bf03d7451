import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** The combinations of language and device of each journey, by its file, line and title. */
function listJourneys(env: Record<string, string>): ReadonlyMap<string, readonly string[]> {
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--list'],
    { cwd: root, env: { ...process.env, COACHSITE_E2E_ONCE: '', ...env }, encoding: 'utf8' },
  );
  const lines = [...stdout.matchAll(/^ *\[([a-z-]+)\] › (.+)$/gm)];
  return lines.reduce(
    (found, [, combination = '', journey = '']) =>
      found.set(journey, [...(found.get(journey) ?? []), combination]),
    new Map<string, readonly string[]>(),
  );
}

const everywhere = listJourneys({});

test('a run without --everywhere leaves out no journey, no language and no device', () => {
  const once = listJourneys({ COACHSITE_E2E_ONCE: '1' });
  expect(once.size).toBeGreaterThan(200);
  expect([...once.keys()].sort()).toEqual([...everywhere.keys()].sort());
  const counts = Map.groupBy([...once.values()].flat(), (combination) => combination);
  expect([...counts.keys()].sort()).toEqual(['en-desktop', 'nl-phone']);
  for (const journeys of counts.values()) expect(journeys.length).toBeGreaterThan(80);
});

test('a run with --everywhere has each journey in both languages, but the few of one language and device', () => {
  const inOne = [...everywhere.values()].filter(
    (combinations) => new Set(combinations.map((name) => name.slice(0, 2))).size < 2,
  );
  expect(inOne.length).toBeLessThanOrEqual(5);
});

import type { MaintenanceLog } from '../../backup/index.ts';
import type { TestRunner } from '../runner.ts';

/** What a `MaintenanceLog` does; `open` returns a new, empty one. */
export function maintenanceLogContract(
  { test, expect }: TestRunner,
  open: () => Promise<MaintenanceLog>,
): void {
  test('each task has the time it was last recorded, and none before', async () => {
    const log = await open();
    expect(await log.lastAt('backup')).toBeUndefined();
    await log.record('backup', 20);
    await log.record('integrity_check', 30);
    await log.record('clean_up', 40);
    // The clock was set back: what was recorded last counts.
    await log.record('backup', 10);
    expect(await log.lastAt('backup')).toBe(10);
    expect(await log.lastAt('integrity_check')).toBe(30);
    expect(await log.lastAt('clean_up')).toBe(40);
  });
}

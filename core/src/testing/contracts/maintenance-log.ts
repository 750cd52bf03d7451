import type { MaintenanceLog } from '../../backup/index.ts';
import type { TestRunner } from '../runner.ts';
import { today } from './kept-rows.ts';

/** What a `MaintenanceLog` does; `open` returns a new, empty one. */
export function maintenanceLogContract(
  { test, expect }: TestRunner,
  open: () => Promise<MaintenanceLog>,
): void {
  test('each task has the time it was last recorded, and none before', async () => {
    const log = await open();
    expect(await log.lastAt('backup')).toBeUndefined();
    await log.record('backup', today + 20);
    await log.record('integrity_check', today + 30);
    await log.record('clean_up', today + 40);
    await log.record('backup_failed', today + 50);
    await log.record('audit', today + 60);
    await log.record('audit_failed', today + 70);
    // The clock was set back: what was recorded last counts.
    await log.record('backup', today + 10);
    expect(await log.lastAt('backup')).toBe(today + 10);
    expect(await log.lastAt('integrity_check')).toBe(today + 30);
    expect(await log.lastAt('clean_up')).toBe(today + 40);
    expect(await log.lastAt('backup_failed')).toBe(today + 50);
    expect(await log.lastAt('audit')).toBe(today + 60);
    expect(await log.lastAt('audit_failed')).toBe(today + 70);
  });
}

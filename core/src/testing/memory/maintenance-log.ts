import type { MaintenanceLog, MaintenanceTask } from '../../backup/index.ts';
import type { EpochMs } from '../../kernel/index.ts';

/** A `MaintenanceLog` in memory. */
export function memoryMaintenanceLog(): MaintenanceLog {
  const done = new Map<MaintenanceTask, EpochMs>();
  return {
    lastAt: async (task) => done.get(task),
    record: async (task, at) => {
      done.set(task, at);
    },
  };
}

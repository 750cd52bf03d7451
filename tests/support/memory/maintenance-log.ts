import type { MaintenanceLog, MaintenanceTask } from '@coachsite/core/backup';
import type { EpochMs } from '@coachsite/core/kernel';

export function memoryMaintenanceLog(): MaintenanceLog {
  const done = new Map<MaintenanceTask, EpochMs>();
  return {
    lastAt: async (task) => done.get(task),
    record: async (task, at) => {
      done.set(task, at);
    },
  };
}

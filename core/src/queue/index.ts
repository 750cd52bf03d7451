export type { PausableQueue, QueuePause } from './ports.ts';
export { type Attempt, workDue } from './work-due.ts';

export type { PausableQueue, QueuePause } from './ports.ts';
export { type Attempt, type WorkedQueue, workDue } from './work-due.ts';

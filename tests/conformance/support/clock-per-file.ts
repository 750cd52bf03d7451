import { afterAll } from 'vitest';
import { restoreClock } from './client.ts';

// Files of one worker share their modules, the clock of the system too.
afterAll(restoreClock);

// Kills the whole process when it uses too much memory. Runs in a worker, because the parser blocks its own thread.
import { workerData } from 'node:worker_threads';

/** What the program, the parser and what it unpacks may take. */
const ownBytes = 384 * 1024 * 1024;
/** The file itself is in memory as it arrives, in one piece, and once more in the parser. */
const copies = 3;
const checkEveryMs = 20;
const receivedKb = workerData as Int32Array;

setInterval(() => {
  const limitBytes = ownBytes + copies * Atomics.load(receivedKb, 0) * 1024;
  if (process.memoryUsage.rss() > limitBytes) process.kill(process.pid, 'SIGKILL');
}, checkEveryMs);

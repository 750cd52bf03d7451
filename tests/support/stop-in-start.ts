/*
 * Preloaded into a server process: a SIGTERM arrives in the same turn of the event loop in which the process begins to
 * handle it for the `STOP_AT`-th time: first in the entry, then where the server takes over.
 */
let handlers = 0;
process.on('newListener', (event) => {
  if (event !== 'SIGTERM') return;
  handlers += 1;
  if (handlers === Number(process.env.STOP_AT))
    queueMicrotask(() => process.kill(process.pid, 'SIGTERM'));
});

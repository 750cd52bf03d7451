import { setTimeout as wait } from 'node:timers/promises';

/** Asks for `/healthz` again and again, in a process that the load does not slow down; reports milliseconds. */
const [url = ''] = process.argv.slice(2);
const pauseMs = 200;
const failedMs = 1e6;
let times: number[] = [];

process.on('message', () => {
  process.send?.(times);
  times = [];
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
for (;;) {
  const startedAt = performance.now();
  const isUp = await fetch(`${url}/healthz`, { method: 'HEAD' })
    .then(({ ok }) => ok)
    .catch(() => false);
  times.push(isUp ? performance.now() - startedAt : failedMs);
  await wait(pauseMs);
}

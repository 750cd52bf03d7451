import { get } from 'node:http';

/** Asks for `/healthz` again and again, in a process that the load does not slow down; reports milliseconds. */
const [url = ''] = process.argv.slice(2);
const pauseMs = 200;
const times: number[] = [];

function probe(): void {
  const startedAt = performance.now();
  const next = (milliseconds: number) => {
    times.push(milliseconds);
    setTimeout(probe, pauseMs);
  };
  get(`${url}/healthz`, (response) => {
    response.resume();
    const isUp = response.statusCode === 200;
    response.on('end', () => next(isUp ? performance.now() - startedAt : Number.POSITIVE_INFINITY));
  }).on('error', () => next(Number.POSITIVE_INFINITY));
}

process.on('message', () => process.send?.(times.splice(0).map((time) => Math.min(time, 1e6))));
process.on('disconnect', () => process.exit(0));
probe();

import { hash, verify } from '@node-rs/argon2';

/*
 * The floor of a sign-in: verifying passwords and nothing else, so many at once. Called as
 * `node bare-hashes.ts AT_ONCE MILLISECONDS`; prints how many, in how many seconds, with how much processor time in
 * microseconds.
 */

const [atOnce = 1, milliseconds = 1000] = process.argv.slice(2).map(Number);
const password = 'Tr0ubadour&Kite';
// Source: docs/performance.md#4.
const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
const latencies: number[] = [];
const one = async () => {
  while (performance.now() < startedAt + milliseconds) {
    const before = performance.now();
    if (!(await verify(stored, password))) throw new Error('A wrong hash');
    latencies.push(performance.now() - before);
  }
};
await Promise.all(Array.from({ length: atOnce }, one));
const { user, system } = process.cpuUsage(cpuBefore);
const seconds = (performance.now() - startedAt) / 1000;
console.log(JSON.stringify({ seconds, latencies, cpu: user + system }));

import fc from 'fast-check';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { evenWaitMs, respondEvenly } from '#server/src/auth/even-time.ts';

test('whatever takes less than a step ends at one time, and what takes more at the next', () => {
  const work = fc.double({ min: 0, max: 500, noNaN: true });
  fc.assert(
    fc.property(work, (elapsed) => {
      const ended = elapsed + evenWaitMs(elapsed);
      expect(evenWaitMs(elapsed)).toBeGreaterThanOrEqual(0);
      expect(ended / 50).toBeCloseTo(Math.max(1, Math.ceil(elapsed / 50)), 6);
    }),
  );
  expect(evenWaitMs(-5)).toBe(50);
});

test('the routes of the scope wait, with a result and with an error, and no other', async () => {
  const app = fastify();
  const paused: number[] = [];
  app.get('/at-once', async () => ({}));
  app.register(async (scope) => {
    respondEvenly(scope, async (ms) => void paused.push(ms));
    scope.get('/even', async () => ({}));
    scope.get('/wrong', async (_request, reply) => reply.code(429).send({ code: 'no' }));
  });
  for (const url of ['/even', '/wrong', '/at-once']) await app.inject({ url });
  await app.close();
  expect(paused).toHaveLength(2);
  for (const ms of paused) expect(ms).toBeLessThanOrEqual(50);
});

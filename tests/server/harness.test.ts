import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { watchAnswers } from '../support/documented.ts';
import { startTestServer } from '../support/server.ts';

test('a test server answers on its own address and shows the mails it sent', async () => {
  const server = await startTestServer();
  const health = await fetch(`${server.url}/healthz`);
  expect(health.status).toBe(200);
  await server.ports.mailQueue.enqueue(
    { id: 'm1', to: 'reader@example.com', subject: 'Dag', text: 'Dag\n', html: '<p>Dag</p>' },
    server.ports.clock.now(),
  );
  expect(await server.outbox('reader@example.com')).toMatchObject([{ subject: 'Dag' }]);
  await server.stop();
});

test('answers that are not as documented are noticed', async () => {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const response = {
    200: z.object({ count: z.number() }),
    400: {
      description: '`bad_json`',
      content: { 'application/json': { schema: z.looseObject({ code: z.string() }) } },
    },
  };
  const answers = {
    '/as-documented': [200, { count: 1 }],
    '/other-body': [200, { count: 'one' }],
    '/other-status': [201, { count: 1 }],
    '/known-code': [400, { code: 'bad_json' }],
    '/other-code': [400, { code: 'bad_yaml' }],
  } as const;
  app.register(async (scope) => {
    for (const [url, [status, body]] of Object.entries(answers)) {
      const handler = async (_request: FastifyRequest, reply: FastifyReply) =>
        reply.code(status).send(body);
      scope.route({ method: 'GET', url, schema: { response }, handler });
    }
  });
  const wrong = watchAnswers(app);
  for (const url of Object.keys(answers)) await app.inject({ url });
  const calls = new Set([...wrong].map((text) => text.split(':', 1)[0]));
  expect([...calls]).toEqual(['GET /other-body', 'GET /other-status', 'GET /other-code']);
  await app.close();
});

import { expect, test } from 'vitest';
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

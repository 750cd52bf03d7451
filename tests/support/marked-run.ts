import { form, json } from './requests.ts';
import { startTestServer } from './server.ts';

/**
 * Sends personal data that contains a marker through every form, at log level `trace`, and prints the statuses of the
 * responses and the number of mails. Runs in its own process, because the server logs to standard output. Arguments: the
 * data directory and the marker.
 */
const [directory = '', marker = ''] = process.argv.slice(2);

const server = await startTestServer({
  dataDirectory: directory,
  env: { LOG_LEVEL: 'trace', AUTH_IP_RATE_LIMITS: 'on' },
});
const email = `${marker}@example.com`;
const message = { name: marker, email, subject: marker, message: marker };
const notify = { email, programId: 'mind-body-12' };
const post = (path: string, init: RequestInit) => fetch(server.url + path, init);

const responses = [
  await post('/api/contact', json(message)),
  await post('/api/contact', json({ ...message, email: marker })),
  await post('/contact', form({ ...message, subject: `${marker} again` })),
  await post('/contact', form({ ...message, name: '' })),
  await post('/api/notify', json(notify)),
  await post('/api/notify/confirm', json({ token: marker })),
  await post(`/notify/unsubscribe?token=${marker}`, form({})),
  await fetch(`${server.url}/notify/confirm?token=${marker}&email=${email}`),
  await fetch(`${server.url}/nothing/${email}`),
  await post('/api/log-client-error', json({ message: marker, stack: marker, url: marker })),
  await post('/api/consent', json({ id: marker })),
  await fetch(`${server.url}/api/admin/messages?status=${marker}`),
];
const mails = await server.outbox();
await server.stop({ keep: true });
process.stdout.write(
  `responses ${responses.map(({ status }) => status).join()} mails ${mails.length}\n`,
);

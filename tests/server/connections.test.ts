import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { openSiteFiles } from '@coachsite/server/site-files';
import { expect, test } from 'vitest';
import { startTestServer } from '../support/server.ts';

test('one IP holds at most a hundred connections, and gets one back when it closes one', async () => {
  const server = await startTestServer({
    site: await openSiteFiles(),
    env: { AUTH_IP_RATE_LIMITS: 'on' },
  });
  const port = Number(new URL(server.url).port);
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  /** Whether the server responds on this connection. */
  const isServed = async (socket: Socket) => {
    const served = once(socket, 'data').then(() => true);
    const closed = once(socket, 'close').then(() => false);
    socket.on('error', () => {});
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    return Promise.race([served, closed]).catch(() => false);
  };
  const sockets: Socket[] = [];
  for (let count = 0; count < 100; count += 1) sockets.push(await open());
  const [first, last] = [sockets[0], sockets[99]];
  if (!first || !last) throw new Error('no connections');
  expect(await isServed(last)).toBe(true);
  expect(await isServed(await open())).toBe(false);
  first.destroy();
  await expect.poll(async () => isServed(await open())).toBe(true);
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

test('IPv6 addresses of one /64 share the connections of one client', async () => {
  const server = await startTestServer({
    site: await openSiteFiles(),
    env: { AUTH_IP_RATE_LIMITS: 'on' },
  });
  const isKept = (remoteAddress: string) => {
    const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
    server.app.server.emit('connection', Object.assign(socket, { remoteAddress }));
    return !socket.destroyed;
  };
  const kept = Array.from({ length: 100 }, (_, i) => isKept(`2001:db8::${i.toString(16)}`));
  expect(kept.every(Boolean)).toBe(true);
  expect(isKept('2001:db8:0:0:ffff::1')).toBe(false);
  expect(isKept('2001:db8:0:1::1')).toBe(true);
  await server.stop();
});

test('connections on which no byte moves are closed: silent ones, and those that never read', async () => {
  const server = await startTestServer({ site: await openSiteFiles() });
  const http = server.app.server;
  expect(http.timeout).toBe(60_000);
  http.setTimeout(300);
  const port = Number(new URL(server.url).port);
  const closed = async (talk: (socket: Socket) => void) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    talk(socket);
    await once(socket, 'close');
    return true;
  };
  const gone = once(http, 'connection').then(async ([socket]) => once(socket as Socket, 'close'));
  expect(await closed(() => {})).toBe(true);
  await gone;
  const kept = once(http, 'connection').then(async ([socket]) => once(socket as Socket, 'close'));
  const deaf = connect(port, '127.0.0.1');
  deaf.on('error', () => {});
  await once(deaf, 'connect');
  deaf.pause();
  deaf.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(400));
  await kept;
  deaf.destroy();
  await server.stop();
});

test.each([
  ['announces', `content-length: ${2 * 1024 * 1024}`, (bytes: string) => bytes],
  [
    'sends without announcing it',
    'transfer-encoding: chunked',
    (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`,
  ],
])(
  'a client that %s too much can send on, so that it gets the response',
  async (_, length, frame) => {
    const server = await startTestServer({ site: await openSiteFiles() });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let received = '';
    let isBroken = false;
    socket
      .setEncoding('utf8')
      .on('data', (text: string) => {
        received += text;
      })
      .on('error', () => {
        isBroken = true;
      })
      .on('close', () => {
        isBroken = true;
      });
    const half = 'x'.repeat(1024 * 1024);
    socket.write(
      `POST /api/contact HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\ncontent-type: application/json\r\n${length}\r\n\r\n${frame(half)}`,
    );
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 413 [\s\S]*\}$/);
    // What is still on its way when the server has responded must not reset the connection.
    socket.write(frame(half));
    if (length.startsWith('transfer')) socket.write('0\r\n\r\n');
    socket.write(`GET /healthz HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\n\r\n`);
    await expect.poll(() => received).toMatch(/HTTP\/1\.1 200 /);
    expect(isBroken).toBe(false);
    socket.destroy();
    await server.stop();
  },
);

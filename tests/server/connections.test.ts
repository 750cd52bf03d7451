import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openSiteFiles } from '@coachsite/server/site-files';
import { describe, expect, onTestFinished, test } from 'vitest';
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

describe('a body that is rejected while the client still sends', () => {
  const half = 'x'.repeat(1024 * 1024);
  const announced = [`content-length: ${2 * half.length}`, (bytes: string) => bytes, ''] as const;
  const inChunks = [
    'transfer-encoding: chunked',
    (bytes: string) => `${bytes.length.toString(16)}\r\n${bytes}\r\n`,
    '0\r\n\r\n',
  ] as const;

  test.each([
    ['too large, as announced', '/api/contact', 'application/json', announced, 413],
    ['too large, in chunks', '/api/contact', 'application/json', inChunks, 413],
    ['too large, of a form', '/contact', 'application/x-www-form-urlencoded', announced, 413],
    ['too large, for a service', '/auth/v1/signup', 'application/json', announced, 413],
    ['of another type', '/api/contact', 'text/plain', announced, 415],
    ['of another type, in chunks', '/api/contact', 'text/plain', inChunks, 415],
  ])('%s: the response arrives, then the connection ends', async (_, path, type, body, status) => {
    const [length, frame, last] = body;
    const server = await startTestServer({ site: await openSiteFiles() });
    onTestFinished(() => server.stop());
    const { host, port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    const closed = once(socket, 'close');
    const received = text(socket);
    const send = promisify<string, void>((bytes, done) => socket.write(bytes, done));
    await send(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${type}\r\n${length}\r\n\r\n`,
    );
    await send(frame(half));
    // Long enough for the server to reject the body before the rest of it is sent.
    await sleep(200);
    await send(frame(half) + last);
    const [head = '', content = ''] = (await received).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toContain(`\ncontent-length: ${Buffer.byteLength(content)}`);
    await closed;
  });
});

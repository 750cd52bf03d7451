import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#server/src/http/limits.ts';
import { makePdf } from '../support/pdf.ts';
import { noPages, startTestServer, type TestServer } from '../support/server.ts';
import { asAdmin } from '../support/signed-in.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    site: noPages,
    env: { AUTH_IP_RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
  });
});
afterAll(() => server.stop());

interface Begun {
  readonly socket: Socket;
  readonly received: () => string;
}

/** Opens a connection as the proxy does, and sends a request of which the body does not end. */
async function begin(
  client: string,
  [start, ...lines]: readonly string[],
  body = '{',
): Promise<Begun> {
  const { port, host } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  let text = '';
  socket.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  await once(socket, 'connect');
  socket.write(
    `${[`${start} HTTP/1.1`, `host: ${host}`, `x-forwarded-for: ${client}`, ...lines].join('\r\n')}\r\n\r\n${body}`,
  );
  return { socket, received: () => text };
}

const long = 'content-length: 60000';
const json = ['POST /api/contact', 'content-type: application/json', long];

const isRejected = ({ received }: Begun) => received().includes('HTTP/1.1 503 ');
const kept = (begun: readonly Begun[]) => begun.filter(({ socket }) => !socket.destroyed);
const end = (begun: readonly Begun[]) => {
  for (const { socket } of begun) socket.destroy();
};

/** Resolves once as many of the requests as may stay are left, and no fewer. */
async function expectLeft(begun: readonly Begun[], count: number) {
  await expect.poll(() => kept(begun).length, { timeout: 8000 }).toBe(count);
}

/** Whether a visitor with another address is served. */
async function othersAreServed(client = '203.0.113.200') {
  const sent = await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: '{}',
  });
  expect(sent.status).toBe(422);
}

test('many clients together leave more than half of the connections to others, and the greediest gives way', async () => {
  const greedy = await Promise.all(
    Array.from({ length: 320 }, (_, at) => begin(`2001:db8:3:${(at * 64).toString(16)}::1`, json)),
  );
  await expectLeft(greedy, 320);
  const many = await Promise.all(
    Array.from({ length: 240 }, (_, at) => begin(`198.51.100.${at % 24}`, json)),
  );
  await expectLeft([...greedy, ...many], limits.unfinished);
  expect(limits.unfinished).toBeLessThan(limits.connections / 2);
  expect(kept(many)).toHaveLength(240);
  await othersAreServed();
  end([...greedy, ...many]);
});

test('a client beyond its own bound ends nothing of others where all places are taken', async () => {
  const others = await Promise.all(
    Array.from({ length: 320 }, (_, at) => begin(`2001:db8:4:${(at * 64).toString(16)}::1`, json)),
  );
  const own = await Promise.all(
    Array.from({ length: 80 }, (_, at) => begin(`198.51.100.${100 + (at % 4)}`, json)),
  );
  await expectLeft([...others, ...own], limits.unfinished);
  const more = await Promise.all(Array.from({ length: 10 }, () => begin('198.51.100.100', json)));
  await expect.poll(() => more.filter(isRejected).length).toBe(10);
  expect(kept([...others, ...own])).toHaveLength(limits.unfinished);
  end([...others, ...own, ...more]);
});

const some = 30;
const stranger = 'content-type: multipart/form-data; boundary=frame';

test.each([
  ['announced', json, '{'],
  ['in chunks', [...json.slice(0, 2), 'transfer-encoding: chunked'], '1\r\n{\r\n'],
  [
    'of a plain form',
    ['POST /contact', 'content-type: application/x-www-form-urlencoded', long],
    'a=',
  ],
  ['of a path that is unknown', ['POST /nowhere', long], '{'],
  ['of a call that takes none', ['GET /api/articles', long], '{'],
  ['of a method that is unknown there', ['DELETE /api/contact', long], '{'],
  ['of a request that is redirected', ['GET /healthz//', long], '{'],
  ['that waits to be asked for', [...json, 'expect: 100-continue'], ''],
  [
    'of an upload to the library',
    ['POST /api/admin/ebook', stranger, 'content-length: 20000000'],
    '--frame',
  ],
  ['of a portrait', ['PUT /api/admin/site/portrait', 'content-length: 900000'], 'x'],
  [
    'of a service',
    ['POST /storage/v1/object/ebook/x.pdf', 'transfer-encoding: chunked'],
    '1\r\n{\r\n',
  ],
])(
  'a client may have twenty requests with a body %s, others are served',
  async (_, lines, body) => {
    const begun = await Promise.all(
      Array.from({ length: some }, () => begin('203.0.113.7', lines, body)),
    );
    await expect
      .poll(() => begun.filter(isRejected).length)
      .toBe(some - limits.unfinishedPerClient);
    await expect.poll(() => kept(begun).length).toBeLessThanOrEqual(limits.unfinishedPerClient);
    for (const one of begun.filter(isRejected)) {
      expect(one.socket.destroyed).toBe(true);
      expect(one.received().toLowerCase()).toContain('\r\nconnection: close\r\n');
    }
    await othersAreServed();
    const [first] = kept(begun);
    first?.socket.destroy();
    // The place of one that ended is free again.
    await expect
      .poll(async () => {
        const one = await begin('203.0.113.7', json);
        await sleep(50);
        end([one]);
        return isRejected(one);
      })
      .toBe(false);
    end(begun);
  },
);

test('requests of all paths count together', async () => {
  const paths = ['/api/contact', '/api/consent', '/auth/v1/token', '/contact', '/nowhere'];
  const begun = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      begin('203.0.113.8', [`POST ${paths[at % paths.length]}`, ...json.slice(1)]),
    ),
  );
  await expectLeft(begun, limits.unfinishedPerClient);
  end(begun);
});

test.each([
  ['a path that cannot be decoded', ['POST /%zz', long]],
  ['an expectation that nobody has', [...json, 'expect: a-miracle']],
])('%s is answered, and the connection closed whatever is to come', async (_, lines) => {
  const begun = await Promise.all(Array.from({ length: 5 }, () => begin('203.0.113.9', lines)));
  await expectLeft(begun, 0);
  for (const one of begun) expect(one.received()).toMatch(/^HTTP\/1\.1 (308|400|417) /);
});

test.each([
  ['a /64', (at: number) => `2001:db8:1:200:${at.toString(16)}::1`, 20],
  ['a /56', (at: number) => `[2001:db8:2:2${at.toString(16).padStart(2, '0')}::1]:443`, 80],
])('an IPv6 client counts by its network: %s', async (_, addressOf, limit) => {
  const begun = await Promise.all(
    Array.from({ length: limit + 10 }, (__, at) => begin(addressOf(at), json)),
  );
  await expectLeft(begun, limit);
  await othersAreServed('2001:db8:ff::1');
  end(begun);
});

test('a request without a body, and one whose body has come, take no place', async () => {
  const begun = await Promise.all(
    Array.from({ length: limits.unfinishedPerClient }, () => begin('203.0.113.10', json)),
  );
  const read = await fetch(`${server.url}/healthz`, {
    headers: { 'x-forwarded-for': '203.0.113.10' },
  });
  expect(read.status).toBe(200);
  end(begun);
  const whole = ['POST /api/consent', 'content-type: application/json', 'content-length: 2'];
  const done = await Promise.all(
    Array.from({ length: 60 }, () => begin('203.0.113.11', whole, '{}')),
  );
  await expect.poll(() => done.every(({ received }) => received() !== '')).toBe(true);
  expect(done.filter(isRejected)).toEqual([]);
  end(done);
});

test('a small body that does not come in time is given up, also behind a response; a slow upload goes on', async () => {
  const slow = await begin('203.0.113.12', json);
  const ticking = setInterval(() => slow.socket.write(' '), 1000);
  const answered = await begin('203.0.113.12', ['GET /healthz', long]);
  const pdf = Buffer.from(makePdf({ sizeBytes: 200_000 }));
  const head =
    '--frame\r\ncontent-disposition: form-data; name="file"; filename="gids.pdf"\r\ncontent-type: application/pdf\r\n\r\n';
  const form = Buffer.concat([Buffer.from(head), pdf, Buffer.from('\r\n--frame--\r\n')]);
  const { authorization } = (await asAdmin(server)) as { authorization: string };
  const upload = await begin(
    '203.0.113.12',
    [
      'POST /api/admin/ebook',
      stranger,
      `authorization: ${authorization}`,
      `content-length: ${form.length}`,
    ],
    '',
  );
  const part = Math.ceil(form.length / 14);
  const sending = (async () => {
    for (let at = 0; at < form.length; at += part) {
      upload.socket.write(form.subarray(at, at + part));
      await sleep(1000);
    }
  })();
  await expect.poll(() => slow.socket.destroyed, { timeout: 25_000 }).toBe(true);
  await expect.poll(() => answered.socket.destroyed, { timeout: 25_000 }).toBe(true);
  clearInterval(ticking);
  expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(answered.received()).toMatch(/^HTTP\/1\.1 200 /);
  await sending;
  await expect.poll(upload.received, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 201 /);
  end([upload]);
}, 60_000);

import { describe, expect, test } from 'vitest';
import { hashOf, makePdf } from '../support/pdf.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type Connected, connect, member } from './support/client.ts';

const name = 'free-guide.pdf';
const pdf = makePdf({ pages: 2, marker: 'one' });
const otherPdf = makePdf({ pages: 3, marker: 'two' });
const blob = (bytes: Uint8Array<ArrayBuffer>, type = 'application/pdf') =>
  new Blob([bytes], { type });

const server = await sharedServer({ env: { EBOOK_MAX_BYTES: '100000' } });
const objectUrl = `${server.url}/storage/v1/object/ebook/${name}`;
const admin = await member(server);
await server.ports.roles.grant(admin.session.user.id, 'admin', Date.now());
const plain = await member(server);
const stranger = await connect(server);

const bucket = ({ client }: Connected) => client.storage.from('ebook');
const publicUrl = (options = {}) => bucket(stranger).getPublicUrl(name, options).data.publicUrl;
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
interface StorageError {
  readonly status?: number;
  readonly statusCode?: string;
  readonly code?: string;
  readonly error?: string;
}
const storageError = (error: unknown) => error as StorageError;

describe('docs/wire.md#13 while there is no file', () => {
  test('exists is false, info, download and the public URL say NoSuchKey', async () => {
    expect((await bucket(stranger).exists(name)).data).toBe(false);
    expect(storageError((await bucket(stranger).info(name)).error)).toMatchObject({
      statusCode: '404',
      code: 'NoSuchKey',
    });
    expect((await bucket(stranger).download(name)).error).not.toBeNull();
    const response = await fetch(publicUrl());
    expect(await response.json()).toMatchObject({
      statusCode: '404',
      code: 'NoSuchKey',
      error: 'not_found',
      message: 'Object not found',
    });
  });
});

describe('docs/wire.md#13 upload through the client', () => {
  test('a Blob, of two at once one: Id and Key; then it exists, and everybody reads it', async () => {
    const both = await Promise.all([1, 2].map(() => bucket(admin).upload(name, blob(pdf))));
    const rejected = both.flatMap(({ error }) => (error ? [storageError(error)] : []));
    expect(rejected).toMatchObject([{ statusCode: '409', code: 'KeyAlreadyExists' }]);
    expect(both.find(({ data }) => data)?.data).toMatchObject({
      path: name,
      fullPath: `ebook/${name}`,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect((await bucket(stranger).exists(name)).data).toBe(true);
    expect((await bucket(stranger).exists('other.pdf')).data).toBe(false);
    expect(await bytesOf(await fetch(publicUrl()))).toEqual(pdf);
  });

  test('again without upsert: 409 Duplicate, and nothing changes', async () => {
    const { error } = await bucket(admin).upload(name, blob(otherPdf));
    expect(storageError(error)).toMatchObject({
      statusCode: '409',
      code: 'KeyAlreadyExists',
      message: 'The resource already exists',
    });
    expect(await bytesOf(await fetch(publicUrl()))).toEqual(pdf);
  });

  test.each([
    ['a Blob with upsert', () => bucket(admin).upload(name, blob(otherPdf), { upsert: true })],
    [
      'a File with upsert',
      () =>
        bucket(admin).upload(
          name,
          new File([otherPdf], 'gids é.pdf', { type: 'application/pdf' }),
          { upsert: true },
        ),
    ],
    [
      'FormData with upsert',
      () => {
        const form = new FormData();
        form.append('', blob(otherPdf));
        return bucket(admin).upload(name, form, { upsert: true });
      },
    ],
    [
      'a Blob with metadata and a cache time',
      () =>
        bucket(admin).upload(name, blob(otherPdf), {
          upsert: true,
          cacheControl: '60',
          metadata: { by: 'me' },
        }),
    ],
    [
      'bytes with a type',
      () =>
        bucket(admin).upload(name, otherPdf.buffer, {
          upsert: true,
          contentType: 'application/pdf',
        }),
    ],
    [
      'a Buffer without a type',
      () => bucket(admin).upload(name, Buffer.from(otherPdf), { upsert: true }),
    ],
    [
      'bytes with metadata',
      () =>
        bucket(admin).upload(name, Buffer.from(otherPdf), {
          upsert: true,
          metadata: { by: 'me' },
          contentType: 'application/pdf',
        }),
    ],
    [
      'a stream',
      () =>
        bucket(admin).upload(name, blob(otherPdf).stream(), {
          upsert: true,
          contentType: 'application/pdf',
          duplex: 'half',
        } as object),
    ],
    ['update with a Blob', () => bucket(admin).update(name, blob(otherPdf))],
    [
      'update with bytes',
      () => bucket(admin).update(name, Buffer.from(otherPdf), { contentType: 'application/pdf' }),
    ],
  ])('%s replaces it', async (_name, send) => {
    await bucket(admin).update(name, blob(pdf));
    const { data, error } = await send();
    expect(error).toBeNull();
    expect(data?.path).toBe(name);
    expect(await bytesOf(await fetch(publicUrl()))).toEqual(otherPdf);
  });

  test('visitors and members: 403 AccessDenied', async () => {
    for (const who of [stranger, plain]) {
      for (const { error } of [
        await bucket(who).upload(name, blob(pdf), { upsert: true }),
        await bucket(who).update(name, blob(pdf)),
      ]) {
        expect(storageError(error)).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
        expect(error?.message).toContain('row-level security policy');
      }
    }
  });

  test('in raw HTTP the same errors have the fields of the service', async () => {
    const send = async (headers: Record<string, string>, body: Uint8Array<ArrayBuffer> = pdf) =>
      (await fetch(objectUrl, { method: 'POST', headers, body })).json();
    const denied = { statusCode: '403', code: 'AccessDenied', error: 'Unauthorized' };
    expect(await send({})).toMatchObject(denied);
    expect(await send({ authorization: 'Bearer coachsite-public' })).toMatchObject(denied);
    const forged = await send({ authorization: 'Bearer x.y.z' });
    expect(forged).toMatchObject({ statusCode: '400', code: 'InvalidJWT' });
    const authorization = `Bearer ${admin.session.access_token}`;
    const taken = { statusCode: '409', code: 'KeyAlreadyExists', error: 'Duplicate' };
    expect(await send({ authorization })).toMatchObject(taken);
    const html = new Uint8Array(Buffer.from('<html></html>'));
    for (const headers of [
      { authorization },
      { authorization, 'content-type': 'application/json' },
    ])
      expect(await send({ ...headers, 'x-upsert': 'true' }, html)).toMatchObject({
        statusCode: '415',
        code: 'InvalidMimeType',
      });
    const large = await send(
      { authorization, 'x-upsert': 'true' },
      makePdf({ sizeBytes: 150_000 }),
    );
    expect(large).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' });
    expect(await bytesOf(await fetch(publicUrl()))).toEqual(otherPdf);
  });

  test('bytes without any type replace it too, and the response has Id and Key', async () => {
    const headers = { authorization: `Bearer ${admin.session.access_token}` };
    const response = await fetch(objectUrl, { method: 'PUT', headers, body: pdf });
    expect(await response.json()).toEqual({
      Id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Key: `ebook/${name}`,
    });
    expect(await bytesOf(await fetch(publicUrl()))).toEqual(pdf);
  });

  test('the wrong type: 415; too large: 413; another name: 400; another bucket: 404', async () => {
    const html = new Uint8Array(Buffer.from('<html></html>'));
    const big = makePdf({ sizeBytes: 150_000 });
    const wrong = await bucket(admin).upload(name, blob(html, 'text/html'), { upsert: true });
    expect(storageError(wrong.error)).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' });
    const large = await bucket(admin).upload(name, blob(big), { upsert: true });
    expect(storageError(large.error)).toMatchObject({ statusCode: '413', code: 'EntityTooLarge' });
    for (const other of ['other.pdf', `${name}/x`, '..%2fcoachsite.sqlite']) {
      const named = await bucket(admin).upload(other, blob(pdf));
      expect(storageError(named.error)).toMatchObject({ statusCode: '400', code: 'InvalidKey' });
    }
    const elsewhere = await admin.client.storage.from('photos').upload(name, blob(pdf));
    expect(storageError(elsewhere.error)).toMatchObject({
      statusCode: '404',
      code: 'NoSuchBucket',
    });
  });
});

describe('docs/wire.md#13 reading through the client', () => {
  test('download: the bytes, signed in or not', async () => {
    await bucket(admin).update(name, blob(pdf));
    for (const who of [admin, plain, stranger]) {
      const { data, error } = await bucket(who).download(name);
      expect(error).toBeNull();
      expect(new Uint8Array(await (data as Blob).arrayBuffer())).toEqual(pdf);
    }
  });

  test('info', async () => {
    const { data } = await bucket(stranger).info(name);
    expect(data).toMatchObject({
      id: expect.any(String),
      name,
      bucketId: 'ebook',
      size: pdf.length,
      contentType: 'application/pdf',
      cacheControl: 'no-cache',
      etag: `"${hashOf(pdf)}"`,
      lastModified: expect.any(String),
      createdAt: expect.any(String),
    });
  });

  test('getPublicUrl as a download, under a name of its own or the one asked for', async () => {
    const named = await fetch(publicUrl({ download: 'Mijn gids é.pdf' }));
    expect(named.headers.get('content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''Mijn%20gids%20%C3%A9\.pdf$/,
    );
    const unnamed = await fetch(publicUrl({ download: true }));
    expect(unnamed.headers.get('content-disposition')).toMatch(/^attachment;/);
    await Promise.all([named, unnamed].map((response) => response.arrayBuffer()));
  });

  test('another bucket: NoSuchBucket', async () => {
    const { error } = await stranger.client.storage.from('photos').info(name);
    expect(storageError(error)).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' });
  });
});

describe('docs/wire.md#13 on the wire', () => {
  const path = '/storage/v1/object';

  test('info by HEAD', async () => {
    const head = await fetch(`${server.url}${path}/info/ebook/${name}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  const { storage } = admin.client;
  test.each<[string, () => Promise<{ readonly error: unknown }>]>([
    ['createSignedUrl', () => bucket(admin).createSignedUrl(name, 60)],
    ['createSignedUrls', () => bucket(admin).createSignedUrls([name], 60)],
    ['createSignedUploadUrl', () => bucket(admin).createSignedUploadUrl(name)],
    ['uploadToSignedUrl', () => bucket(admin).uploadToSignedUrl(name, 'token', blob(pdf))],
    ['list', () => bucket(admin).list()],
    ['listV2', () => bucket(admin).listV2()],
    ['remove', () => bucket(admin).remove([name])],
    ['move', () => bucket(admin).move(name, 'other.pdf')],
    ['copy', () => bucket(admin).copy(name, 'other.pdf')],
    [
      'download with a transformation',
      () => bucket(admin).download(name, { transform: { width: 9 } }),
    ],
    ['listBuckets', () => storage.listBuckets()],
    ['getBucket', () => storage.getBucket('ebook')],
    ['createBucket', () => storage.createBucket('other')],
    ['updateBucket', () => storage.updateBucket('ebook', { public: true })],
    ['emptyBucket', () => storage.emptyBucket('ebook')],
    ['deleteBucket', () => storage.deleteBucket('ebook')],
    ['a call by a stranger', () => bucket(stranger).list()],
    ['a call about another bucket', () => stranger.client.storage.from('other').list()],
  ])('%s is not supported, and says so', async (_name, ask) => {
    const { error } = await ask();
    expect(storageError(error)).toMatchObject({
      status: 400,
      statusCode: '400',
      code: 'NotSupported',
      message: 'This storage call is not supported',
    });
    expect((await fetch(publicUrl())).status).toBe(200);
  });
});

import type { IncomingMessage } from 'node:http';
import { publicEbookPath } from '@coachsite/adapters/contract';
import { downloadKind, type Ebook } from '@coachsite/core/ebook';
import { timeText } from '@coachsite/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { FromMemory } from '../http/before-framework.ts';
import { type Representation, selectBytes } from '../http/byte-range.ts';
import { attachment } from '../http/content-disposition.ts';
import type { App } from '../http/create-app.ts';
import { downloadCounts } from './download-counts.ts';
import { ebookFile } from './ebook-file.ts';
import { ebookFromMemory } from './ebook-from-memory.ts';
import { base, bucket, objectName, objectPath } from './object-path.ts';
import { uploadRoutes } from './upload-routes.ts';
import { ObjectInfo, sendStorageError, storageErrors } from './wire.ts';

const FileQuery = z.object({
  download: z
    .union([z.string(), z.array(z.string()).transform(([first = '']) => first)])
    .optional()
    .meta({ description: 'Saves instead of showing, under this name or, when empty, its own' }),
});

function toRepresentation(ebook: Ebook): Representation {
  return {
    etag: `"${ebook.sha256}"`,
    lastModified: new Date(ebook.uploadedAt).toUTCString(),
    sizeBytes: ebook.sizeBytes,
  };
}

/** The headers of bytes that are sent; `wanted` is the name under which they are saved, empty for their own. */
const contentHeaders = (sizeBytes: number, wanted: string | undefined) => ({
  'content-type': 'application/pdf',
  'content-length': String(sizeBytes),
  ...(wanted !== undefined && { 'content-disposition': attachment(wanted, objectName) }),
});

/**
 * The calls that read each path: the storage service has one file under several, which the ids tell apart. The documentation
 * leaves out the single method HEAD, not a list of it.
 */
const read = (...paths: readonly (readonly [of: string, url: string])[]) =>
  paths.flatMap(([of, url]) => [
    { method: ['HEAD'], id: `head${of}`, summary: 'Headers of', url },
    { method: ['GET'], id: `download${of}`, summary: 'Downloads', url },
  ]);

/**
 * The e-book in the wire format of a storage service, with one bucket and one name. Returns the way to send it from memory.
 * Source: docs/contract.md#3.
 */
export function storageRoutes(app: App, ports: Ports, config: Config): FromMemory {
  const openActive = ebookFile(ports);
  const countDownload = downloadCounts(app, ports);

  const count = (
    request: Pick<IncomingMessage, 'method' | 'headers'>,
    status: number,
    start: number,
  ) => {
    const { method = '', headers } = request;
    const kind = downloadKind({ method, status, start, userAgent: headers['user-agent'] });
    if (!kind) return;
    // After the response has started: counting neither delays nor fails a download. Source: docs/security.md#PS-5.
    setImmediate(countDownload, kind);
  };

  const headersOf = ({ etag, lastModified }: Representation) => ({
    etag,
    'last-modified': lastModified,
    'cache-control': 'no-cache',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    // The browser's PDF viewer needs its styles and its plug-in; nothing else is allowed.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
    'cross-origin-resource-policy': 'same-origin',
    link: `<${config.publicUrl}/guide>; rel="canonical"`,
  });

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const opened = await openActive();
    if (opened.isErr()) return sendStorageError(reply, 'ebook_not_found');
    const { ebook, part } = opened.value;
    const file = toRepresentation(ebook);
    // Only GET has ranges. Source: RFC 9110 14.2.
    const range = request.method === 'GET' ? request.headers.range : undefined;
    const selection = selectBytes({ ...request.headers, range }, file);
    reply.code(selection.status).headers(headersOf(file));
    if (selection.status === 304 || selection.status === 412) return reply.send();
    if (selection.status === 416) {
      return reply.header('content-range', `bytes */${file.sizeBytes}`).send();
    }
    const { start, end } = selection;
    if (selection.status === 206) {
      reply.header('content-range', `bytes ${start}-${end - 1}/${file.sizeBytes}`);
    }
    const { download: wanted } = FileQuery.parse(request.query);
    reply.headers(contentHeaders(end - start, wanted));
    if (request.method === 'HEAD') return reply.send();
    count(request, selection.status, start);
    return reply.send(part(start, end));
  }

  const pdf = { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } };
  const file = {
    200: { description: 'The file', content: pdf },
    206: { description: 'The bytes of `Range`', content: pdf },
    304: z.undefined().describe('The client has it already'),
    412: z.undefined().describe('It is not the version of `If-Match` or `If-Unmodified-Since`'),
    416: z.undefined().describe('There are no such bytes'),
  };
  for (const { method, id, summary, url } of read(
    ['PublicEbookFile', publicEbookPath],
    ['EbookFile', objectPath],
    ['AuthenticatedEbookFile', `${base}/authenticated/${bucket}/${objectName}`],
  )) {
    app.route({
      method,
      url,
      config: {
        documentedErrors: storageErrors(['ebook_not_found']),
        reads: { querystring: FileQuery },
      },
      schema: { operationId: id, summary: `${summary} the e-book`, response: file },
      handler: async (request, reply) => {
        await send(request, reply);
        return reply;
      },
    });
  }

  for (const { method, id, summary, url } of read(
    ['EbookFileInfo', `${base}/info/${bucket}/${objectName}`],
    ['PublicEbookFileInfo', `${base}/info/public/${bucket}/${objectName}`],
  )) {
    app.route({
      method,
      url,
      config: { documentedErrors: storageErrors(['ebook_not_found']) },
      schema: {
        operationId: id,
        summary: `${summary} the name, type and size of the file`,
        response: { 200: ObjectInfo },
      },
      handler: async (_request, reply) => {
        const ebook = await ports.ebooks.active();
        return ebook ? reply.send(toInfo(ebook)) : sendStorageError(reply, 'ebook_not_found');
      },
    });
  }

  uploadRoutes(app, ports, config);

  return ebookFromMemory(app, config, {
    open: openActive,
    headersOf: (ebook, wanted) => ({
      ...headersOf(toRepresentation(ebook)),
      ...contentHeaders(ebook.sizeBytes, wanted),
    }),
    count: (request) => count(request, 200, 0),
  });
}

function toInfo(ebook: Ebook) {
  const uploadedAt = timeText(ebook.uploadedAt);
  return {
    id: ebook.id,
    name: objectName,
    version: ebook.id,
    bucket_id: bucket,
    size: ebook.sizeBytes,
    content_type: 'application/pdf',
    cache_control: 'no-cache',
    etag: `"${ebook.sha256}"`,
    metadata: {},
    last_modified: uploadedAt,
    created_at: uploadedAt,
  };
}

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { EbookUpload } from '@coachsite/core/ebook';
import type { FastifyRequest } from 'fastify';

/** The body is not a valid upload for this route; the client can correct it. */
export class MalformedUpload extends Error {}

/** More than one file was sent, although each would replace the one before. */
export class TooManyFiles extends MalformedUpload {}

/** Longest header of a part, in bytes. Source: docs/security.md#UP-9. */
const partHeaderMax = 8192;

/** At most this many parts, each with a header of this size. Source: docs/security.md#UP-9. */
const limits = {
  parts: 10,
  files: 1,
  fields: 10,
  fieldSize: 8192,
  headerPairs: 20,
  headerSize: partHeaderMax,
  // The store counts the bytes, because its error states the limit.
  fileSize: Number.POSITIVE_INFINITY,
};

/** How long a rejected body is discarded before the connection closes, so that the response reaches the client. */
const drainMs = 5_000;

type Parts = ReturnType<FastifyRequest['parts']>;

function toMalformed(error: unknown): Error {
  if (error instanceof MalformedUpload) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT') {
    return new TooManyFiles('Upload one file at a time', { cause: error });
  }
  return new MalformedUpload('The multipart body is broken', { cause: error });
}

/** Watches a body before it is read; the returned function says whether the header of its first part is too long. */
function watchFirstHeader({ raw }: FastifyRequest): () => boolean {
  let head = Buffer.alloc(0);
  const collect = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk.subarray(0, partHeaderMax - head.length)]);
    if (head.length === partHeaderMax) raw.off('data', collect);
  };
  raw.on('data', collect);
  // The parser truncates a longer header and continues with the rest of it.
  return () => head.length === partHeaderMax && !head.includes('\r\n\r\n');
}

/** The file's bytes. Fails when anything but text fields follows. */
async function* onlyFile(file: Readable, parts: Parts): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file) yield chunk as Uint8Array;
    // A further file makes the parser throw.
    for await (const part of parts) if (part.type === 'file') part.file.resume();
  } catch (error) {
    throw toMalformed(error);
  }
}

/**
 * Opens the one file of a multipart body, which must be in the field `field`. Throws `MalformedUpload` (`TooManyFiles`
 * for a second file), as does reading its bytes to the end; the body is streamed, never buffered.
 * Source: docs/security.md#UP-9.
 */
export async function openMultipart(request: FastifyRequest, field: string): Promise<EbookUpload> {
  const isHeaderTooLong = watchFirstHeader(request);
  const parts = request.parts({
    limits,
    isPartAFile: (
      name: string | undefined,
      type: string | undefined,
      fileName: string | undefined,
    ) => name === field || fileName !== undefined || type === 'application/octet-stream',
  });
  try {
    for (;;) {
      const { done, value: part } = await parts.next();
      if (done) throw new MalformedUpload(`A file in the field "${field}" is missing`);
      if (part.type !== 'file') continue;
      if (isHeaderTooLong()) {
        part.file.resume();
        throw new MalformedUpload('The header of the file is too long');
      }
      if (part.fieldname !== field) {
        part.file.resume();
        throw new MalformedUpload(`The file must stand in the field "${field}"`);
      }
      return { fileName: part.filename, bytes: onlyFile(part.file, parts) };
    }
  } catch (error) {
    throw toMalformed(error);
  }
}

/** A body that is the file itself. The content-type parser of the route passes the stream on unread. */
export function openRawBody(request: FastifyRequest): EbookUpload {
  async function* bytes() {
    try {
      // Ending early must not destroy the request: the response uses the same socket.
      const chunks = request.raw.iterator({ destroyOnReturn: false });
      for await (const chunk of chunks) yield chunk as Uint8Array;
    } catch (error) {
      throw new MalformedUpload('The body broke off', { cause: error });
    }
  }
  return { fileName: undefined, bytes: bytes() };
}

const bytes = { type: 'string', format: 'binary' };

/**
 * Documents a body that is the PDF itself. Its bytes are checked, not its content type. Source: docs/security.md#UP-3.
 */
export const rawContent = { 'application/pdf': { schema: bytes } };

/** Documents a form with one file, in the field `field`. */
export const formContent = (field: string) => ({
  'multipart/form-data': {
    schema: { type: 'object', required: [field], properties: { [field]: bytes } },
  },
});

/** Bytes allowed for the multipart frame around a file. */
const frameBytes = 64 * 1024;

/** Whether the announced length alone says that the file is too large. */
export function announcesTooMuch(request: FastifyRequest, limitBytes: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > limitBytes + frameBytes;
}

/**
 * Discards the rest of a rejected body for a while: closing the connection at once could lose the response.
 */
export function drain({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return;
  raw.unpipe();
  raw.on('error', () => undefined);
  raw.resume();
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, drainMs);
  raw.once('close', () => clearTimeout(timer));
}

/** Resolves once the rest of a rejected body has been received and discarded, or after `drainMs`. */
export function drained(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, raw.destroyed ? 0 : drainMs);
    raw.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    raw.unpipe();
    raw.resume();
  });
}

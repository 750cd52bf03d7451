import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Content encodings that are sent. */
export type Encoding = 'identity' | 'br' | 'gzip';

/** A text that is ready to send. */
export interface CachedResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Digest of the text, the common part of the strong ETags of its encodings. */
  readonly digest: string;
  readonly body: Buffer;
  /** The body in an encoding; compressed once. */
  readonly encoded: (encoding: Encoding) => Promise<Buffer>;
}

/**
 * A window of 64 KiB, about the size of a page, larger blocks and coarser distances: the longest pages become smaller,
 * the others stay the same.
 */
const forPages = {
  [constants.BROTLI_PARAM_LGWIN]: 16,
  [constants.BROTLI_PARAM_LGBLOCK]: 17,
  [constants.BROTLI_PARAM_NPOSTFIX]: 2,
  [constants.BROTLI_PARAM_NDIRECT]: 16,
};

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Prepares a text for sending. A text that is sent only once is compressed quickly rather than well. */
export function makeCachedResponse(
  text: string,
  headers: Readonly<Record<string, string>>,
  isKept: boolean,
): CachedResponse {
  const body = Buffer.from(text);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  const compressed = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(body)]]);
  const well = headers['content-type']?.startsWith('text/html') ? { params: forPages } : {};
  const compress = (encoding: Encoding) =>
    encoding === 'br' ? brotli(body, isKept ? well : quick) : zip(body, { level: isKept ? 9 : 6 });
  return {
    headers,
    digest,
    body,
    encoded: (encoding) => {
      const known = compressed.get(encoding);
      if (known) return known;
      const made = compress(encoding);
      compressed.set(encoding, made);
      return made;
    },
  };
}

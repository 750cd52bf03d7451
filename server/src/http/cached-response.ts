import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Content encodings that are sent. */
export type Encoding = 'identity' | 'br' | 'gzip';

/** A text that is ready to send. */
export interface CachedResponse {
  readonly headers: Readonly<Record<string, string>>;
  /** Digest of the text, the common part of the strong ETags of its encodings. */
  readonly digest: string;
  /** The text in an encoding. One that is kept is compressed for brotli once, and then held in that encoding only. */
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
  let body: Buffer | undefined = Buffer.from(text);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  const well = headers['content-type']?.startsWith('text/html') ? { params: forPages } : {};
  let compressed: Promise<Buffer> | undefined;

  async function compress(whole: Buffer): Promise<Buffer> {
    const made = await brotli(whole, isKept ? well : quick);
    // Nearly every client takes brotli, and what the others get takes less time to make than memory to hold.
    if (isKept) body = undefined;
    return made;
  }

  return {
    headers,
    digest,
    encoded: async (encoding) => {
      if (encoding === 'br' && compressed) return compressed;
      // At once, in half a millisecond: to a client that has closed its side Node.js sends what is ready, and nothing later.
      const whole = body ?? brotliDecompressSync(await (compressed as Promise<Buffer>));
      if (encoding === 'identity') return whole;
      if (encoding === 'gzip') return zip(whole, { level: isKept ? 9 : 6 });
      compressed = compress(whole);
      return compressed;
    },
  };
}

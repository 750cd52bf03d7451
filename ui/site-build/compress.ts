import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './files.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The values of NPOSTFIX and NDIRECT to try (RFC 7932, 4): the best differs from file to file. */
const distanceCodes = [
  [0, 0],
  [0, 1],
  [0, 4],
  [3, 0],
] as const;

async function smallestBrotli(bytes: Buffer): Promise<Buffer> {
  const tries = await Promise.all(
    distanceCodes.map(([postfix, direct]) =>
      brotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
          [constants.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  );
  return tries.reduce((best, one) => (one.length < best.length ? one : best));
}

/** Writes compressed copies of each text asset of a folder beside it, at the highest level. */
export async function compressAssets(folder: string): Promise<void> {
  const files = filesBelow(folder).filter((file) => /\.(js|css|svg|webmanifest)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      writeFileSync(`${file}.br`, await smallestBrotli(bytes));
      writeFileSync(`${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}

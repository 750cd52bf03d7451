import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { filesBelow } from './files.ts';

const brotli = promisify(brotliCompress);

/** Of a long file one of these is the smallest, by chance of the names in it (RFC 7932, 4). */
const codings = [
  {},
  { [constants.BROTLI_PARAM_NDIRECT]: 1 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 2 },
] as const;
const long = 100_000;

const pack = (bytes: Buffer, coding: (typeof codings)[number] = {}): Promise<Buffer> =>
  brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, ...coding } });

/** Writes a compressed copy of each text asset of a folder beside it, at the highest level. */
export async function compressAssets(folder: string): Promise<void> {
  const files = filesBelow(folder).filter((file) => /\.(js|css|svg|webmanifest)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const made =
        bytes.length > long ? codings.map((coding) => pack(bytes, coding)) : [pack(bytes)];
      const [smallest = Buffer.alloc(0)] = (await Promise.all(made)).sort(
        (x, y) => x.length - y.length,
      );
      writeFileSync(`${file}.br`, smallest);
    }),
  );
}

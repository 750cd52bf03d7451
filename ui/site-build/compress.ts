import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesBelow } from './files.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes compressed copies of each text asset of a folder beside it, at the highest level. */
export async function compressAssets(folder: string): Promise<void> {
  const files = filesBelow(folder).filter((file) => /\.(js|css|svg|webmanifest)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const params = {
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        // The application, a third of all, is smallest so (RFC 7932, 4).
        [constants.BROTLI_PARAM_NDIRECT]: 1,
      };
      writeFileSync(`${file}.br`, await brotli(bytes, { params }));
      writeFileSync(`${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}

import { Readable } from 'node:stream';
import { pack } from 'tar-stream';

/** A file of an archive. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A tar archive of files, each of them asked for once the one before has been read. */
export function packed(files: AsyncIterable<PackedFile>): Readable {
  const tar = pack();
  const add = async () => {
    for await (const { name, bytes } of files) {
      const sink = tar.entry({ name, size: bytes.length, mode: 0o644 });
      await new Promise<void>((resolve) => {
        sink.once('close', resolve);
        sink.end(bytes);
      });
    }
    tar.finalize();
  };
  add().catch((error: Error) => tar.destroy(error));
  return Readable.from(tar as AsyncIterable<Uint8Array>);
}

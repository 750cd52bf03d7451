import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

export const hashOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** A PDF of one page that opens only with a password. */
export const lockedPdf = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL('locked.pdf', import.meta.url)));

interface PdfOptions {
  readonly pages?: number;
  /** Changes the content, and thereby the hash. */
  readonly marker?: string;
  /** Approximate size in bytes. */
  readonly sizeBytes?: number;
  /** Size in bytes of one stream once it is decompressed. */
  readonly bombBytes?: number;
}

/** A minimal valid PDF, without title, language or text. */
export function makePdf(options: PdfOptions = {}): Uint8Array<ArrayBuffer> {
  const { pages = 1, marker = '', sizeBytes = 0, bombBytes = 0 } = options;
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const content = deflateSync(Buffer.alloc(bombBytes));
  const contents = bombBytes > 0 ? ` /Contents ${pages + 3} 0 R` : '';
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`),
    ...Array.from({ length: pages }, () =>
      Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400]${contents} >>`),
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts: Buffer[] = [Buffer.from(`%PDF-1.4\n%${marker}\n%${' '.repeat(sizeBytes)}\n`)];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    at += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

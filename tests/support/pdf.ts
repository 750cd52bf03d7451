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
  /** What the pages draw; takes the place of `bombBytes`. */
  readonly drawing?: string;
  /** What each page draws, with the font F1; takes the place of `pages` and `drawing`. */
  readonly drawings?: readonly string[];
  /** Title of the Info dictionary. */
  readonly title?: string;
  /** The metadata stream: XML. */
  readonly xmp?: string;
  readonly language?: string;
}

/** A metadata stream with this title, as writers of PDF 2.0 make it. */
export const xmpWithTitle = (title: string): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const font =
  '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';

/** A minimal valid PDF, without text, and without title and language unless they are given. */
export function makePdf(options: PdfOptions = {}): Uint8Array<ArrayBuffer> {
  const { drawings = [], marker = '', sizeBytes = 0, bombBytes = 0 } = options;
  const { drawing, title, xmp, language } = options;
  const pages = drawings.length || (options.pages ?? 1);
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const content = deflateSync(drawing === undefined ? Buffer.alloc(bombBytes) : drawing);
  const contents = bombBytes > 0 || drawing !== undefined ? ` /Contents ${pages + 3} 0 R` : '';
  const objects: Buffer[] = [
    Buffer.from(
      `<< /Type /Catalog /Pages 2 0 R${language === undefined ? '' : ` /Lang (${language})`}${xmp === undefined ? '' : ` /Metadata ${pages + 5} 0 R`} >>`,
    ),
    Buffer.from(`<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`),
    ...Array.from({ length: pages }, (_, index) =>
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400]${
          drawings.length > 0 ? ` ${font} /Contents ${pages + 6 + index} 0 R` : contents
        } >>`,
      ),
    ),
    Buffer.concat([
      Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from(`<< ${title === undefined ? '' : `/Title (${title}) `}>>`),
    Buffer.from(
      `<< /Type /Metadata /Subtype /XML /Length ${Buffer.byteLength(xmp ?? '')} >>\nstream\n${xmp ?? ''}\nendstream`,
    ),
    ...drawings.map((each) =>
      Buffer.from(`<< /Length ${Buffer.byteLength(each)} >>\nstream\n${each}\nendstream`),
    ),
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
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R /Info ${pages + 4} 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

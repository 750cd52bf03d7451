/** The bytes of an ASCII text. */
export const ascii = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

/** A PDF that the rules accept and the memory inspector reads. `marker` changes its hash; `sizeBytes` is at least. */
export function makePdf({ pages = 1, marker = '', sizeBytes = 0 } = {}): Uint8Array<ArrayBuffer> {
  const page = '<< /Type /Page >>\n';
  const body = `%PDF-1.4\n%${marker}\n%${' '.repeat(sizeBytes)}\n${page.repeat(pages)}`;
  return ascii(`${body}xref\n0 1\ntrailer\n<<>>\nstartxref\n${body.length}\n%%EOF\n`);
}

/** A PDF that asks for a password. */
export const lockedPdf = (): Uint8Array<ArrayBuffer> =>
  ascii('%PDF-1.4\n<< /Encrypt 5 0 R >>\n%%EOF\n');

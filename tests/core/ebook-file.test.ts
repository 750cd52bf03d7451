import { checkFileChoice, downloadKind, isRobot } from '@coachsite/core/ebook';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPdf, crossReferenceOffset, isPdfHead } from '#core/src/ebook/pdf.ts';
import { casesOf } from '../support/core-cases.ts';

interface UploadCase {
  readonly name: string;
  readonly mimeType: string;
  readonly head: string;
  readonly accepted: boolean | null;
  readonly error?: { readonly en: string; readonly nl: string };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A small PDF whose trailer points at its cross-reference table. */
function pdfFile({
  version = '1.7',
  filler = '',
  table = 'xref\n0 1\n',
  shift = 0,
  end = '%%EOF\n',
} = {}): Uint8Array {
  const body = `%PDF-${version}\n1 0 obj\n<<>>\nendobj\n${filler}`;
  return bytes(`${body}${table}trailer\n<<>>\nstartxref\n${body.length + shift}\n${end}`);
}

/** Checks a whole file as the server does: its head, its tail and a part in the middle. */
function accepts(file: Uint8Array): boolean {
  const tail = file.subarray(Math.max(0, file.length - 1024));
  const readAt = (offset: number, length: number) => file.subarray(offset, offset + length);
  return checkPdf(file.subarray(0, 1024), tail, file.length, readAt).isOk();
}

describe('choosing a file (docs/rules.md#5)', () => {
  test.each(casesOf<UploadCase>('uploadCheck', 'cases'))('$name as $mimeType', (one) => {
    const choice = checkFileChoice({ name: one.name, type: one.mimeType });
    if (one.accepted !== null) expect(choice.isOk()).toBe(one.accepted);
    // The server checks the bytes of files that the browser accepts.
    expect(isPdfHead(bytes(one.head))).toBe(one.head.startsWith('%PDF-'));
    if (one.error) expect(choice._unsafeUnwrapErr().kind).toBe('not_a_pdf');
  });

  test('a file without a type is checked by its name', () => {
    expect(checkFileChoice({ name: 'Gids.PDF', type: '' }).isOk()).toBe(true);
    expect(checkFileChoice({ name: 'gids.pdf.exe', type: '' }).isErr()).toBe(true);
    expect(checkFileChoice({ name: 'gids.pdf', type: 'text/html' }).isErr()).toBe(true);
  });
});

describe('a PDF by its bytes (docs/security.md#UP-3)', () => {
  test('is accepted with a table or an object stream, in versions 1 and 2', () => {
    expect(accepts(pdfFile())).toBe(true);
    expect(accepts(pdfFile({ version: '2.0' }))).toBe(true);
    expect(accepts(pdfFile({ table: '7 0 obj\n<</Type/XRef>>\n' }))).toBe(true);
    expect(accepts(pdfFile({ end: '%%EOF\r\n' }))).toBe(true);
    expect(accepts(pdfFile({ filler: 'x'.repeat(50_000) }))).toBe(true);
  });

  test.each([
    ['nothing', bytes('')],
    ['a page of HTML', bytes('<html>%PDF-1.7 startxref 0 %%EOF</html>')],
    ['junk before the header', bytes(`\n${new TextDecoder().decode(pdfFile())}`)],
    ['a header alone', bytes('%PDF-1.7\n')],
    ['another version', pdfFile({ version: '3.0' })],
    ['no end mark', pdfFile({ end: '' })],
    ['an offset past the end', pdfFile({ shift: 5000 })],
    ['an offset that points elsewhere', pdfFile({ filler: 'x'.repeat(5000), shift: -2500 })],
    ['more than 1024 bytes behind the end mark', pdfFile({ end: `%%EOF\n${' '.repeat(1100)}` })],
  ])('%s is rejected', (_, file) => {
    expect(accepts(file)).toBe(false);
  });

  test('a file truncated anywhere before its end marker is rejected', () => {
    const whole = pdfFile({ filler: 'y'.repeat(3000) });
    fc.assert(
      fc.property(fc.nat(whole.length - '%%EOF\n'.length), (length) => {
        expect(accepts(whole.subarray(0, length))).toBe(false);
      }),
    );
  });

  test('no bytes make it fail', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (file) => {
        expect(accepts(file)).toBe(false);
      }),
    );
  });

  test('the last startxref counts, because incremental updates append their own', () => {
    expect(crossReferenceOffset(bytes('startxref\n1\n%%EOF\n...startxref\n22\n%%EOF'))).toBe(22);
    expect(crossReferenceOffset(bytes('startxref\n1\n%%EOF\n...startxref'))).toBeUndefined();
  });

  test('without the bytes in the middle it returns the position to read', () => {
    const file = pdfFile({ filler: 'z'.repeat(5000), table: `xref\n${'0'.repeat(2000)}\n` });
    const checked = checkPdf(file.subarray(0, 64), file.subarray(-1024), file.length);
    const { crossReferenceAt } = checked._unsafeUnwrap();
    expect(new TextDecoder().decode(file.subarray(crossReferenceAt, crossReferenceAt + 4))).toBe(
      'xref',
    );
  });
});

describe('what counts as a download (docs/contract.md#3)', () => {
  const whole = { method: 'GET', status: 200, userAgent: 'Mozilla/5.0' };

  test.each([
    [{ ...whole }, 'download'],
    [{ ...whole, method: 'HEAD' }, undefined],
    [{ ...whole, status: 304 }, undefined],
    [{ ...whole, status: 404 }, undefined],
    [{ ...whole, status: 416, range: 'bytes=9-' }, undefined],
    [{ ...whole, status: 206, range: 'bytes=0-' }, 'download'],
    [{ ...whole, status: 206, range: 'bytes=0-99' }, 'download'],
    [{ ...whole, status: 206, range: 'bytes=100-' }, undefined],
    [{ ...whole, status: 206, range: 'bytes=-500' }, undefined],
    [{ ...whole, status: 200, range: 'bytes=100-' }, 'download'],
    [{ ...whole, userAgent: 'Googlebot/2.1' }, 'excluded'],
    [{ ...whole, userAgent: 'Googlebot/2.1', method: 'HEAD' }, undefined],
    [{ ...whole, userAgent: undefined }, 'download'],
  ])('%j: %s', (request, counted) => {
    expect(downloadKind(request)).toBe(counted);
  });

  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['Mozilla/5.0 (compatible; bingbot/2.0)', true],
    ['facebookexternalhit/1.1', true],
    ['Some Spider', true],
    ['curl/8.5.0', false],
    ['node', false],
    [
      'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/126 Mobile Safari/537.36',
      false,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/126 Safari/537.36', false],
    [undefined, false],
  ])('%s is a robot: %s', (userAgent, robot) => {
    expect(isRobot(userAgent)).toBe(robot);
  });
});

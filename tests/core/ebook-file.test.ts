import { checkFileChoice, downloadKind, isRobot } from '@coachsite/core/ebook';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crossReferenceOffset, isCrossReference, isPdf, isPdfHead } from '#core/src/ebook/pdf.ts';
import { casesOf } from '../support/core-cases.ts';

interface UploadCase {
  readonly name: string;
  readonly mimeType: string;
  readonly head: string;
  readonly accepted: boolean | null;
  readonly error?: { readonly en: string; readonly nl: string };
}

/** Types other than its own that browsers and programs have given a PDF, and some of other files. */
const otherTypes = [
  '',
  'application/x-pdf',
  'Application/Octet-Stream',
  'application/download',
  'application/x-download',
  'application/force-download',
  'application/vnd.pdf',
  'text/pdf',
  'text/html',
  'text/plain',
];

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

/** Whether a file is a PDF, read in parts as the server does. */
const accepts = (file: Uint8Array): Promise<boolean> =>
  isPdf(file.length, async (offset, length) => {
    expect(offset).toBeGreaterThanOrEqual(0);
    return file.subarray(offset, offset + length);
  });

describe('choosing a file (docs/rules.md#5)', () => {
  test.each(casesOf<UploadCase>('uploadCheck', 'cases'))('$name as $mimeType', (one) => {
    const choice = checkFileChoice({ name: one.name, type: one.mimeType });
    if (one.accepted !== null) expect(choice.isOk()).toBe(one.accepted);
    // The server checks the bytes of files that the browser accepts.
    expect(isPdfHead(bytes(one.head))).toBe(one.head.startsWith('%PDF-'));
    if (one.error) expect(choice._unsafeUnwrapErr().kind).toBe('not_a_pdf');
  });

  test('a name that ends in .pdf is enough, whatever type the browser gives', () => {
    const names = fc.tuple(fc.string(), fc.constantFrom('.pdf', '.PDF', '.Pdf'));
    fc.assert(
      fc.property(names, fc.oneof(fc.string(), fc.constantFrom(...otherTypes)), (name, type) => {
        expect(checkFileChoice({ name: name.join(''), type }).isOk()).toBe(true);
      }),
    );
  });

  test('another name is a PDF only by its type', () => {
    for (const type of otherTypes) {
      for (const name of ['gids', 'gids.epub', 'gidspdf', 'gids.pdf.exe', 'gids.pdf ', '']) {
        expect(checkFileChoice({ name, type }).isErr()).toBe(true);
      }
    }
    expect(checkFileChoice({ name: 'gids', type: 'APPLICATION/PDF' }).isOk()).toBe(true);
  });
});

describe('a PDF by its bytes (docs/security.md#UP-3)', () => {
  test('is accepted with a table or an object stream, in versions 1 and 2', async () => {
    expect(await accepts(pdfFile())).toBe(true);
    expect(await accepts(pdfFile({ version: '2.0' }))).toBe(true);
    expect(await accepts(pdfFile({ table: '7 0 obj\n<</Type/XRef>>\n' }))).toBe(true);
    expect(await accepts(pdfFile({ end: '%%EOF\r\n' }))).toBe(true);
    expect(await accepts(pdfFile({ filler: 'x'.repeat(50_000) }))).toBe(true);
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
    ['an offset beside the table', pdfFile({ shift: 1 })],
    ['a header in the middle', pdfFile({ version: '9', filler: '%PDF-1.7' })],
  ])('%s is rejected', async (_, file) => {
    expect(await accepts(file)).toBe(false);
  });

  test('a file truncated anywhere before its end marker is rejected', async () => {
    const whole = pdfFile({ filler: 'y'.repeat(3000) });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - '%%EOF\n'.length), async (length) => {
        expect(await accepts(whole.subarray(0, length))).toBe(false);
      }),
    );
  });

  test('no bytes make it fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (file) => {
        expect(await accepts(file)).toBe(false);
      }),
    );
  });

  test('the last startxref counts, because incremental updates append their own', () => {
    expect(crossReferenceOffset(bytes('startxref\n1\n%%EOF\n...startxref\n22\n%%EOF'))).toBe(22);
    expect(crossReferenceOffset(bytes('startxref\n1\n%%EOF\n...startxref'))).toBeUndefined();
  });

  test('bytes beyond ASCII keep their positions', async () => {
    const text = pdfFile({ filler: 'x'.repeat(100) });
    expect(await accepts(text.map((byte) => (byte === 0x78 ? 0xe9 : byte)))).toBe(false);
    const binary = pdfFile({ filler: 'q'.repeat(100) });
    expect(await accepts(binary.map((byte) => (byte === 0x71 ? 0xe9 : byte)))).toBe(true);
  });

  test.each([
    ['startxref\n12\n%%EOF', 12],
    ['startxref\r\n 123456789012 \r\n%%EOF', 123_456_789_012],
    ['startxref12\n%%EOF', undefined],
    ['startxref\n12%%EOF', undefined],
    ['startxref\nx12\n%%EOF', undefined],
    ['startxref\n12\nx%%EOF', undefined],
    ['startxref\n\n%%EOF', undefined],
    ['%%EOF', undefined],
  ])('%j points at %j', (text, offset) => {
    expect(crossReferenceOffset(bytes(text))).toBe(offset);
  });

  test.each([
    ['xref\n0 1', true],
    ['  \r\nxref 0 1', true],
    ['7 0 obj', true],
    ['\n1234567890  12345 \n obj', true],
    ['trailer xref\n', false],
    ['xrefs', false],
    ['x 7 0 obj', false],
    ['7 0 endobj', false],
    ['70 obj', false],
    ['7 x obj', false],
    ['x xref\n', false],
  ])('whether a cross-reference begins with %j: %j', (text, isFound) => {
    expect(isCrossReference(bytes(text))).toBe(isFound);
  });

  test.each([
    ['%PDF-1.0', true],
    ['%PDF-2.9\n', true],
    ['%PDF-0.9', false],
    ['%PDF-1x9', false],
    ['%PDF-1.x', false],
    ['x%PDF-1.7', false],
  ])('whether %j is a header: %j', (text, isHeader) => {
    expect(isPdfHead(bytes(text))).toBe(isHeader);
  });
});

describe('what counts as a download (docs/contract.md#3)', () => {
  const whole = { method: 'GET', status: 200, start: 0, userAgent: 'Mozilla/5.0' };

  test.each([
    [{ ...whole }, 'download'],
    [{ ...whole, method: 'HEAD' }, undefined],
    [{ ...whole, status: 304 }, undefined],
    [{ ...whole, status: 404 }, undefined],
    [{ ...whole, status: 416 }, undefined],
    [{ ...whole, status: 206 }, 'download'],
    [{ ...whole, status: 206, start: 1 }, undefined],
    [{ ...whole, status: 206, start: 100 }, undefined],
    [{ ...whole, status: 206, method: 'HEAD' }, undefined],
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
    ['Crawler of things', true],
    ['Yahoo! Slurp', true],
    ['ia_archiver', true],
    ['Robots 7', true],
    ['bot', true],
    ['Both eyes', false],
    ['cubot', false],
    [`${'x'.repeat(1000)} Googlebot`, true],
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

  test.each([
    'GoogleOther',
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
    'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)',
    'meta-externalagent/1.1',
    'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
    'WhatsApp/2.23.20.0 A',
    'Viber',
    'facebookcatalog/1.0',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'http.rb/5.1.1 (Mastodon/4.2.0; +https://mastodon.social/)',
    'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 16 subscribers)',
    'LinkChecker/10.2.1 (+https://linkchecker.github.io/linkchecker/)',
    '2Bone_LinkChkr/1.0 libwww-perl/6.03',
    'W3C-checklink/5.0.0 libwww-perl/6.67',
    'Mozilla/4.5 (compatible; HTTrack 3.0x; Windows 98)',
    'HTTrack Website Copier',
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/49.0 Safari/537.36 Google Favicon',
    'GoogleAgent-Mariner',
    'APIs-Google',
    'Chrome-Lighthouse',
    'Pingdom.com',
    'PageSpeed Insights',
    'RSS reader 3',
    'A validator',
    'Some Checker',
    'Port Scanner',
    'web scraper',
    'Site monitor',
    'Uptime Kuma',
    'DatadogSynthetics',
    'Web Archiving',
    'Fetcher 1',
    'Inspection 7',
    'tool (somebody@example.com)',
    'tool (someone@my-mail.example)',
    'tool (http://example.com)',
    'Mozilla/5.0 (compatible; Dataprovider.com)',
  ])('%s, which previews, reads, copies or checks pages, is a robot', (userAgent) => {
    expect(isRobot(userAgent)).toBe(true);
    expect(isRobot(userAgent.toUpperCase())).toBe(true);
  });

  test.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36 (Ecosia android@150.0.0.0)',
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
    'Mozilla/5.0 (Linux; Android 16; wv) AppleWebKit/537.36 Version/4.0 Chrome/146.0 Mobile Safari/537.36 GSA/16.1',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'got (https://github.com/sindresorhus/got)',
    'python-requests/2.32.3',
    'Wget/1.21.3',
    'Go-http-client/2.0',
    'not whatsapp, viber or facebook',
  ])('%s, with which somebody asks for the file, is none', (userAgent) => {
    expect(isRobot(userAgent)).toBe(false);
  });
});

/** The file to send. Both validators change with the content. */
export interface Representation {
  /** Strong entity tag, with its quotes. */
  readonly etag: string;
  /** IMF-fixdate. */
  readonly lastModified: string;
  readonly sizeBytes: number;
}

/** What to send for a GET or HEAD: the bytes from `start` up to, not including, `end`. */
export type Selection =
  | { readonly status: 200 | 206; readonly start: number; readonly end: number }
  | { readonly status: 304 }
  | { readonly status: 412 }
  | { readonly status: 416 };

/** The request headers that decide. */
export interface ConditionHeaders {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | undefined;
  readonly 'if-match'?: string | undefined;
  readonly 'if-unmodified-since'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
}

/** One range of RFC 9110, 14.1.2. More than one, or an odd one, is ignored, as it may be. */
const oneRange = /^\s*bytes\s*=\s*([0-9]{0,15})\s*-\s*([0-9]{0,15})\s*$/i;

function selectRange(header: string, sizeBytes: number): Selection | undefined {
  const [, first, last] = oneRange.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0
      ? { status: 416 }
      : { status: 206, start: sizeBytes - length, end: sizeBytes };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= sizeBytes ? { status: 416 } : { status: 206, start, end };
}

const clock = '\\d\\d:\\d\\d:\\d\\d';
/** The preferred form of a date, and the two obsolete ones, of which the last does not name its time zone. */
const zonedDate = new RegExp(
  `^(?:[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4}|[A-Z][a-z]+day, \\d\\d-[A-Z][a-z]{2}-\\d\\d) ${clock} GMT$`,
);
const bareDate = new RegExp(`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d ${clock} \\d{4}$`);

/** The time of an HTTP date in milliseconds, NaN for what is none. Source: RFC 9110 5.6.7. */
function httpDate(text: string): number {
  if (zonedDate.test(text)) return Date.parse(text);
  return bareDate.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

/**
 * Whether a request that holds for another version only finds this one. Tags are compared strongly, as every byte
 * counts; a date is not read where there are tags, or where it is none. Source: RFC 9110 13.1.1, RFC 9110 13.1.4.
 */
function isAnotherVersion(
  { 'if-match': tags, 'if-unmodified-since': date }: ConditionHeaders,
  { etag, lastModified }: Representation,
): boolean {
  if (tags !== undefined) {
    const listed: readonly string[] = tags.match(/(?:W\/)?"[^"]*"/g) ?? [];
    return tags.trim() !== '*' && !listed.includes(etag);
  }
  return date !== undefined && Date.parse(lastModified) > httpDate(date.trim());
}

function isUnchanged(headers: ConditionHeaders, { etag, lastModified }: Representation): boolean {
  const tags = headers['if-none-match'];
  if (tags === undefined) {
    // Compared exactly, because restoring a version brings back an older file with an older date.
    return headers['if-modified-since'] === lastModified;
  }
  return tags
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);
}

/**
 * Decides between the whole file, a part of it, "not modified", "another version" and "no such part", in the order of
 * RFC 9110 13.2.2. A range requested with the tag of
 * another version gets the whole file. Source: RFC 9110 13, RFC 9110 14, docs/security.md#PS-3.
 */
export function selectBytes(headers: ConditionHeaders, file: Representation): Selection {
  if (isAnotherVersion(headers, file)) return { status: 412 };
  if (isUnchanged(headers, file)) return { status: 304 };
  const whole = { status: 200, start: 0, end: file.sizeBytes } as const;
  if (headers.range === undefined) return whole;
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange.trim() !== file.etag) return whole;
  return selectRange(headers.range, file.sizeBytes) ?? whole;
}

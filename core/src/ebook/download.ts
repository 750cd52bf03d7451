/** A request for the e-book and its response. */
export interface DownloadRequest {
  /** The HTTP method in capitals. */
  readonly method: string;
  /** The status of the response. */
  readonly status: number;
  /** The position in the file, from 0, of the first byte that the response sends. */
  readonly start: number;
  /** The User-Agent header; `undefined` without one, which does not count as a robot. */
  readonly userAgent: string | undefined;
}

/** How a request counts: as a download, or as one that a robot made. */
export type DownloadKind = 'download' | 'excluded';

/** What robots call themselves. CUBOT is a phone brand. */
const kinds =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|robot|archiv|fetcher|feed|rss|scan|scrap|monitor|uptime|synthetic|validator|link ?(?:check|chk)|checklink|checker|preview|inspect/i;

/** Robots by name: link previews, search engines, copiers and tests of speed. */
const names =
  /^(?:whatsapp|viber|facebook)|facebookexternalhit|meta-external|google(?:other|agent|[ -])|-google|httrack|pingdom|lighthouse|pagespeed/i;

/** Robots name a page or an address about themselves, and are `compatible`; libraries for HTTP name where their code is. */
const manners = /https?:\/\/(?!github\.com\/)|@[\w-]+\.[a-z]|compatible; (?!msie)/i;

/**
 * Whether a user agent is a robot: a search engine, a feed reader, the preview of a link in a message, a checker. curl
 * and other clients that fetch what somebody asks for are not robots. Source: docs/contract.md#3.
 */
export function isRobot(userAgent: string | undefined): boolean {
  return (
    userAgent !== undefined && [kinds, names, manners].some((pattern) => pattern.test(userAgent))
  );
}

/**
 * How a response counts: a GET that sends the file's first byte is a download, or excluded when a known robot made it.
 * HEAD, 304 and later ranges count as nothing.
 */
export function downloadKind(request: DownloadRequest): DownloadKind | undefined {
  const { method, status, start } = request;
  const sendsFirstByte = (status === 200 || status === 206) && start === 0;
  if (method !== 'GET' || !sendsFirstByte) return undefined;
  return isRobot(request.userAgent) ? 'excluded' : 'download';
}

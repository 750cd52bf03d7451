/** A request for the e-book and its response. */
export interface DownloadRequest {
  /** The HTTP method in capitals. */
  readonly method: string;
  /** The status of the response. */
  readonly status: number;
  /** The position in the file, from 0, of the first byte that the response sends. */
  readonly start: number;
  /** What the client calls itself; `undefined` without the header, which is no robot. */
  readonly userAgent: string | undefined;
}

/** How a request counts: as a download, or as one that a robot made. */
export type DownloadKind = 'download' | 'excluded';

// CUBOT is a phone brand.
const robot = /(?<!cu)bot(?![a-z])|crawl|spider|slurp|robot|archiver|facebookexternalhit/i;

/** Whether a user agent is a known robot. curl and fetch clients are not. Source: docs/contract.md#3. */
export function isRobot(userAgent: string | undefined): boolean {
  return userAgent !== undefined && robot.test(userAgent);
}

/**
 * How a response counts: a GET that sends the file's first byte is a download, or excluded when a known robot made it.
 * HEAD, 304 and later ranges count as nothing. Source: docs/contract.md#3.
 */
export function downloadKind(request: DownloadRequest): DownloadKind | undefined {
  const { method, status, start } = request;
  const sendsFirstByte = (status === 200 || status === 206) && start === 0;
  if (method !== 'GET' || !sendsFirstByte) return undefined;
  return isRobot(request.userAgent) ? 'excluded' : 'download';
}

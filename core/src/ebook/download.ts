/** A request for the e-book and its response. */
export interface DownloadRequest {
  readonly method: string;
  /** The Range header, if any. */
  readonly range?: string | undefined;
  /** The status of the response. */
  readonly status: number;
  readonly userAgentIsRobot: boolean;
}

// CUBOT is a phone brand.
const robot = /(?<!cu)bot(?![a-z])|crawl|spider|slurp|robot|archiver|facebookexternalhit/i;

/** Whether a user agent is a known robot. curl and fetch clients are not. Source: docs/contract.md#3. */
export function isRobot(userAgent: string | undefined): boolean {
  return robot.test((userAgent ?? '').slice(0, 512));
}

/**
 * Whether a response counts as a download: a GET that sends the file's first byte to a client that is not a known
 * robot. HEAD, 304 and later ranges do not count. Source: docs/contract.md#3.
 */
export function isCountedDownload(request: DownloadRequest): boolean {
  if (request.method.toUpperCase() !== 'GET' || request.userAgentIsRobot) return false;
  if (request.status === 200) return true;
  return request.status === 206 && /^\s*bytes\s*=\s*0+\s*-/i.test(request.range ?? '');
}

/** Follows redirects as a browser does, with its cookies, one jar per host and port. */
export interface Browser {
  /** Requests one URL and follows no redirect. */
  readonly step: (url: string, init?: RequestInit) => Promise<Response>;
  /**
   * Requests a URL and follows redirects until one leads to a URL that `isThere` accepts, which is not requested, or
   * until there is none.
   */
  readonly go: (url: string, isThere: (url: URL) => boolean, init?: RequestInit) => Promise<URL>;
}

export function openBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>();

  const step = async (url: string, init: RequestInit = {}) => {
    const { host, pathname } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    const cookies = [...jar].filter(([key]) => pathname.startsWith(key.split(' ')[0] ?? ''));
    const headers = new Headers(init.headers);
    if (cookies.length > 0) {
      headers.set(
        'cookie',
        cookies.map(([key, value]) => `${key.split(' ')[1]}=${value}`).join('; '),
      );
    }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const path = /; *path=([^;]*)/i.exec(line)?.[1] ?? '/';
      const key = `${path} ${pair.slice(0, pair.indexOf('='))}`;
      const isOver = /; *max-age=0/i.test(line) || /; *expires=[^;]*1970/i.test(line);
      if (isOver) jar.delete(key);
      else jar.set(key, pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };

  const go: Browser['go'] = async (url, isThere, init) => {
    let at = new URL(url);
    let options = init;
    for (let i = 0; i < 20; i += 1) {
      if (isThere(at)) return at;
      const response = await step(at.href, options);
      await response.arrayBuffer();
      const location = response.headers.get('location');
      if (!location || response.status < 300 || response.status > 399) {
        throw new Error(`${at.href} returned ${response.status} and leads nowhere`);
      }
      if (response.status === 303) options = undefined;
      at = new URL(location, at);
    }
    throw new Error(`Redirects without end, last to ${at.href}`);
  };

  return { step, go };
}

import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of a path; empty for an unknown path. */
    allowedMethods: (url: string) => readonly string[];
  }
}

/** A route's path as a pattern: each parameter is one segment. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);

/**
 * Remembers the methods of every route, so that a wrong method on a known path (405) differs from an unknown path
 * (404). Call it before the first route is added. Source: RFC 9110 15.5.6, docs/security.md#IN-1.
 */
export function rememberMethods(app: FastifyInstance): void {
  const exact = new Map<string, Set<string>>();
  const patterns = new Map<string, readonly [RegExp, Set<string>]>();
  app.addHook('onRoute', ({ url, method }) => {
    // Wildcard routes handle their own methods.
    if (url.includes('*')) return;
    const known = exact.get(url) ?? patterns.get(url)?.[1] ?? new Set();
    for (const each of [method].flat()) known.add(each);
    if (url.includes(':')) patterns.set(url, [patternOf(url), known]);
    else exact.set(url, known);
  });
  app.decorate('allowedMethods', (url) => {
    const [path = ''] = url.split('?');
    const fitting = [...patterns.values()].filter(([pattern]) => pattern.test(path));
    const methods = fitting.flatMap(([, taken]) => [...taken]);
    return [...new Set([...(exact.get(path) ?? []), ...methods])].toSorted();
  });
}

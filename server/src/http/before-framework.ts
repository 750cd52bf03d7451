import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { App } from './create-app.ts';
import { type HostCheck, normalise } from './host.ts';
import { limits } from './limits.ts';
import type { LoadCheck } from './load-shedding.ts';

/** A path and its query, the latter with its question mark. */
export interface Target {
  readonly path: string;
  readonly search: string;
}

/** Sends a response, or calls `usual` in place of that: then the framework responds. */
type Send = (response: ServerResponse, usual: () => void) => Promise<void>;

/** How to respond to a request from memory; undefined where the framework has to. */
export type FromMemory = (request: IncomingMessage, target: Target) => Send | undefined;

/** Whether a request reads, has no body and is not too long. */
const isRead = ({ method, headers, url = '' }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  url.length <= limits.urlLength;

/**
 * Responds to what is read most before the framework sees it: its parsing, hooks and measurements cost several times what
 * the response itself does. The framework still gets requests that one of its hooks decides about: a new host, a body, too
 * much load. Source: docs/performance.md#goal-8, docs/decisions/0064-one-way-to-send-a-page.md.
 */
export function beforeFramework(
  app: App,
  { host, load }: { readonly host: HostCheck; readonly load: LoadCheck },
  ways: readonly FromMemory[],
): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const find = (request: IncomingMessage, target: Target): Send | undefined => {
    for (const way of ways) {
      const send = way(request, target);
      if (send) return send;
    }
    return undefined;
  };
  const { server } = app;
  const listeners = server.listeners('request') as RequestListener[];
  const [listener, ...others] = listeners.filter((each) => each !== normalise);
  if (!listener || others.length > 0) throw new Error('The server has another way to respond');
  server.off('request', listener);
  server.on('request', (request, response) => {
    const usual = () => listener(request, response);
    const { url = '' } = request;
    const [path = ''] = url.split('?', 1);
    const send = isRead(request)
      ? find(request, { path, search: url.slice(path.length) })
      : undefined;
    if (!send || isClosing || !host.isKnown(request) || !load.admits()) return usual();
    void send(response, usual);
  });
}

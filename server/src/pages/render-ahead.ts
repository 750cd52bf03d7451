import type { FastifyInstance } from 'fastify';
import type { Pages } from './pages.ts';

/** How long a server listens before it renders the pages ahead, in milliseconds. */
const renderAheadAfterMs = 60_000;

/**
 * Renders and compresses the pages once the server has listened for a minute: that takes seconds of the processor, and a
 * server that is started again and again, or first serves a crowd, has better use for them.
 */
export function renderAhead(app: FastifyInstance, pages: Pick<Pages, 'warm'>): void {
  const stop = new AbortController();
  const render = () =>
    pages
      .warm(stop.signal)
      .catch((error: unknown) => app.log.error({ err: error }, 'pages not rendered'));
  app.addHook('onListen', async () => {
    setTimeout(() => void render(), renderAheadAfterMs).unref();
  });
  app.addHook('onClose', async () => stop.abort());
}

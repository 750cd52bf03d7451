import type { FastifyInstance } from 'fastify';
import type { Pages } from './pages.ts';

/** How long a server listens before it renders the pages ahead, in milliseconds. */
const renderAheadAfterMs = 60_000;

/**
 * Renders and compresses the pages once the server has listened for a minute. That takes seconds of processor time,
 * which a server that restarts again and again, or that has a crowd to serve first, needs for other things.
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

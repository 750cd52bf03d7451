import { Missed, Redirects, RedirectsRequest } from '@coachsite/adapters/contract';
import { timeText } from '@coachsite/core/kernel';
import { missedKept, type RedirectsVersion, saveRedirects } from '@coachsite/core/redirects';
import { adminRoute, adminRouteWith } from '../access/actor.ts';
import { adminOf, adminsOnly } from '../access/admission.ts';
import { requestContext } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { isServicePath } from '../http/headers.ts';
import { sendSiteError } from '../http/site-errors.ts';
import type { FactsFollower } from '../pages/follow-facts.ts';
import { articlePaths, type LiveRedirects } from '../pages/live-redirects.ts';
import type { LiveSite } from '../pages/live-site.ts';
import type { MissedCounts } from '../pages/missed-paths.ts';
import type { Pages } from '../pages/pages.ts';

/** The largest table that is accepted, in bytes. */
const tableLimit = 1024 * 1024;

/** What these calls need of the pages. */
interface Shown {
  readonly live: Pick<LiveSite, 'current'>;
  readonly pages: Pick<Pages, 'find'>;
  readonly follower: Pick<FactsFollower, 'publish'>;
  readonly redirects: Pick<LiveRedirects, 'find'>;
  readonly missed: Pick<MissedCounts, 'flush'>;
}

const toJson = (version: RedirectsVersion | undefined): Redirects => ({
  version: version?.id ?? 0,
  redirects: [...(version?.content ?? [])],
});

/** Old addresses, and the paths that people miss. Source: docs/contract.md#3. */
export function redirectRoutes(
  app: App,
  ports: Ports,
  config: Config,
  { live, pages, follower, redirects, missed }: Shown,
): void {
  const path = '/api/admin/redirects';
  const onRequest = adminsOnly(ports, config);
  const reading = { onRequest, config: adminRoute };

  /** Which paths below the blog exist depends on what is published; every other one is a route. */
  const isPage = (url: string) =>
    pages.find(url) !== undefined ||
    isServicePath(url) ||
    (!url.startsWith('/blog/') && app.allowedMethods(url).includes('GET'));

  const ofArticles = () => new Set(articlePaths(live.current().articles));

  app.get(
    path,
    {
      ...reading,
      schema: {
        operationId: 'getRedirects',
        summary: 'Reads the table of old addresses',
        response: { 200: Redirects },
      },
    },
    async (_request, reply) => reply.send(toJson(await ports.redirects.current())),
  );

  app.put(
    path,
    {
      onRequest,
      bodyLimit: tableLimit,
      config: adminRouteWith<typeof saveRedirects>()(['validation_failed', 'redirects_conflict']),
      schema: {
        operationId: 'saveRedirects',
        summary: 'Saves the table of old addresses',
        body: RedirectsRequest,
        response: { 200: Redirects },
      },
    },
    async (request, reply) => {
      const articles = ofArticles();
      // A row may outlive the page it leads to: the others could not be changed if it were refused.
      const before = (await ports.redirects.current())?.content ?? [];
      const kept = new Set(before.map(({ to }) => to?.split(/[?#]/, 1)[0]));
      const saved = await saveRedirects(ports, {
        actor: adminOf(request),
        context: requestContext(request),
        redirects: request.body.redirects,
        base: request.body.version,
        home: config.publicUrl,
        isPage,
        isKnown: (to) => articles.has(to) || kept.has(to),
      });
      if (saved.isErr()) return sendSiteError(reply, saved.error);
      await follower.publish();
      return reply.send(toJson(saved.value));
    },
  );

  app.get(
    '/api/admin/missed',
    {
      ...reading,
      schema: {
        operationId: 'listMissed',
        summary: 'Lists the paths that people asked for and no page has',
        response: { 200: Missed },
      },
    },
    async (_request, reply) => {
      await missed.flush();
      const paths = await ports.missed.most(missedKept);
      const articles = ofArticles();
      return reply.send({
        paths: paths
          // An article that is planned will have it.
          .filter((row) => !articles.has(row.path))
          .filter((row) => !isPage(row.path) && redirects.find(row.path, '') === undefined)
          .map(({ lastAt, ...row }) => ({ ...row, lastAt: timeText(lastAt) })),
      });
    },
  );
}

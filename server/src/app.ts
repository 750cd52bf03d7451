import { articleList } from '@coachsite/adapters/contract';
import { brandFont, drawSocialCard, socialPersonDrawer } from '@coachsite/adapters/images';
import type { Language } from '@coachsite/core/language';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import metrics from 'fastify-metrics';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { accountRoutes } from './api/account.ts';
import { adminSetupRoutes } from './api/admin-setup.ts';
import { siteArticleRoutes } from './api/articles/index.ts';
import { articleRoutes } from './api/articles/public.ts';
import { clientErrorRoutes } from './api/client-errors.ts';
import { consentRoutes } from './api/consent.ts';
import { consentProofRoutes } from './api/consent-proof.ts';
import { contactRoutes } from './api/contact.ts';
import { ebookRoutes } from './api/ebook.ts';
import { errorReportRoutes } from './api/error-report.ts';
import { siteFactsRoutes } from './api/facts/site-facts.ts';
import { sitePortraitRoutes } from './api/facts/site-portrait.ts';
import { sitePreviewRoutes } from './api/facts/site-preview.ts';
import { guideTextRoutes } from './api/guide-text.ts';
import { launchRoutes } from './api/launches.ts';
import { listPorts } from './api/list-ports.ts';
import { mailRoutes } from './api/mails.ts';
import { messageRoutes } from './api/messages.ts';
import { notifyMeRoutes } from './api/notify-me.ts';
import { waitingListRoutes } from './api/notify-me-list.ts';
import { overviewRoutes } from './api/overview.ts';
import { ownInterestRoutes } from './api/own-interests.ts';
import { pauseRoutes } from './api/pause.ts';
import { personRoutes } from './api/person.ts';
import { recoveryCodeRoutes } from './api/recovery-codes.ts';
import { redirectRoutes } from './api/redirects.ts';
import { securityEventRoutes } from './api/security-events.ts';
import { authRoutes } from './auth/index.ts';
import type { Ports } from './compose/index.ts';
import type { Config } from './config/config.ts';
import { beforeFramework } from './http/before-framework.ts';
import { acceptJson } from './http/body.ts';
import { allowAnyOrigin } from './http/cors.ts';
import type { App } from './http/create-app.ts';
import { errorHandling } from './http/errors.ts';
import { securityHeaders } from './http/headers.ts';
import { oneHost } from './http/host.ts';
import { boundRequests } from './http/limits.ts';
import { shedLoad } from './http/load-shedding.ts';
import { rememberMethods } from './http/methods.ts';
import { documentCalls } from './http/openapi.ts';
import { eventLoopMetrics, withoutTimers } from './http/process-metrics.ts';
import { requestLog } from './http/request-log.ts';
import { siteMetrics } from './http/site-metrics.ts';
import { boundUnfinished } from './http/unfinished.ts';
import { startWorkers } from './jobs/workers.ts';
import { factsFile } from './pages/facts-file.ts';
import { followFacts } from './pages/follow-facts.ts';
import { guideReader } from './pages/guide-reader.ts';
import { laidSite } from './pages/laid-site.ts';
import { liveRedirects } from './pages/live-redirects.ts';
import { fixedSite, type LiveSite, openLiveSite } from './pages/live-site.ts';
import { missedCounts } from './pages/missed-paths.ts';
import { pageState } from './pages/page-state.ts';
import { createPages } from './pages/pages.ts';
import { pagesFromMemory } from './pages/pages-from-memory.ts';
import { renderAhead } from './pages/render-ahead.ts';
import { pageRoutes } from './pages/routes.ts';
import type { SiteFiles } from './pages/site-files.ts';
import { siteReader } from './pages/site-reader.ts';
import { createSocialImages } from './pages/social-images.ts';
import { siteRoutes } from './pages/well-known.ts';
import { dataRoutes } from './rest/index.ts';
import { storageRoutes } from './storage/storage.ts';

export { type App, createApp } from './http/create-app.ts';

/** What differs between serving, developing and testing. */
export interface AppOptions {
  /** Whether the server is shutting down; `/readyz` then fails. */
  readonly isStopping?: () => boolean;
  /** The pages; by default the output of `npm run build`, followed while the server runs and rendered ahead. */
  readonly site?: SiteFiles | LiveSite;
}

/** Makes the site of an application that has no routes yet, without listening: registers every plug-in and route. */
export async function buildApp(
  app: App,
  ports: Ports,
  config: Config,
  options: AppOptions = {},
): Promise<App> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  rememberMethods(app);
  securityHeaders(app, config);
  allowAnyOrigin(app);
  boundUnfinished(app, config);
  const load = shedLoad(app);
  const host = oneHost(app, config);
  boundRequests(app, config);
  requestLog(app);
  errorHandling(app);
  acceptJson(app);
  await app.register(cookie);
  await app.register(multipart);
  await documentCalls(app, config);
  await app.register(metrics, {
    endpoint: null,
    defaultMetrics: { enabled: true, ...withoutTimers },
    clearRegisterOnInit: true,
    routeMetrics: { enabled: { histogram: true, summary: false } },
  });
  eventLoopMetrics(app);
  siteMetrics(app, ports, config);

  const live = laidSite(await liveSite(app, ports, options.site));
  const newestArticle = (language: Language) =>
    articleList(live.current().posts, language, 1)?.items[0];
  const ofLists = listPorts(ports, config, newestArticle);
  app.addHook('onClose', async () => live.close());
  const { portrait } = live.current().manifest;
  if (portrait) config.liveFacts.usePortrait(portrait);
  // All that pages show is read before the server listens, so that the first one is as right as any other.
  const state = pageState(ports.pageState, await ports.pageState());
  const reader = siteReader(ports, config.liveFacts, {
    promiseMs: config.replyPromiseMs,
    log: app.log,
  });
  const siteAtStart = await reader.read();
  config.liveFacts.show(siteAtStart.site);
  live.lay(siteAtStart.articles);
  const redirects = liveRedirects(live, siteAtStart.redirects);
  const pages = createPages(live, config, state, {
    clock: ports.clock,
    readGuide: guideReader(ports),
    isSetUp: ports.admins.exists,
  });
  // A site that is given is a development server's, which keeps no page, or a test's, which reads a few.
  if (!options.site) renderAhead(app, pages);
  const follower = followFacts(reader, config.liveFacts, {
    state,
    publish: async (shown) => {
      redirects.show(shown.redirects);
      await pages.publish(shown);
    },
    log: app.log,
    shownKey: siteAtStart.key,
  });
  app.addHook('onReady', async () => {
    const stop = follower.start();
    app.addHook('onClose', stop);
  });
  factsFile(app, pages);
  siteRoutes(app, ports, config, {
    live,
    pages,
    isStopping: options.isStopping ?? (() => false),
  });
  articleRoutes(app, live);
  siteArticleRoutes(app, ports, config, { live, pages, follower });
  authRoutes(app, ports, config);
  dataRoutes(app, ports, config);
  contactRoutes(app, ports, config, pages);
  notifyMeRoutes(app, ofLists, config, pages);
  messageRoutes(app, ports, config);
  overviewRoutes(app, ports, config);
  pauseRoutes(app, ports, config, follower);
  recoveryCodeRoutes(app, ports, config);
  ownInterestRoutes(app, ports, config);
  mailRoutes(app, ports, config);
  personRoutes(app, ports, config);
  waitingListRoutes(app, ofLists, config);
  launchRoutes(app, ofLists, config);
  accountRoutes(app, ports, config);
  consentRoutes(app, ports, config);
  consentProofRoutes(app, ports, config);
  errorReportRoutes(app, ports, config);
  clientErrorRoutes(app, ports, config);
  securityEventRoutes(app, ports, config);
  siteFactsRoutes(app, ports, config, follower);
  sitePortraitRoutes(app, ports, config, follower);
  sitePreviewRoutes(app, ports, config, pages);
  const missed = missedCounts(app, ports);
  redirectRoutes(app, ports, config, { live, pages, follower, redirects, missed });
  ebookRoutes(app, ports, config);
  guideTextRoutes(app, ports, config);
  const ebook = storageRoutes(app, ports, config);
  adminSetupRoutes(app, ports, config);
  startWorkers(app, ofLists, config, missed.flush);
  const social = createSocialImages(live, config.site, {
    pictureFile: ports.content.pictureFile,
    draw: socialPersonDrawer(brandFont),
    drawCard: drawSocialCard,
    onFailure: (error) => app.log.error({ err: error }, 'social image not drawn'),
  });
  pageRoutes(app, config, { pages, live, social, redirects, missed });
  if (!live.current().develop)
    beforeFramework(app, { host, load }, [pagesFromMemory(app, config, pages), ebook]);
  return app;
}

/** The site that is given, or the one that was built; a mistake in its content is logged and nothing else. */
async function liveSite(
  app: App,
  { clock, earlierAssets }: Pick<Ports, 'clock' | 'earlierAssets'>,
  given: AppOptions['site'],
): Promise<LiveSite> {
  if (given) return 'current' in given ? given : fixedSite(given);
  return openLiveSite({
    now: clock.now,
    earlier: earlierAssets,
    onFinding: ({ file, line, message }) =>
      app.log.error(`${file}${line === undefined ? '' : `:${line}`}: ${message}; left out`),
    onFailure: (error) => app.log.error({ err: error }, 'published content could not be read'),
    onUnkept: (error) => app.log.error({ err: error }, 'assets not kept for pages that stay open'),
  });
}

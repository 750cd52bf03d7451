import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import metrics from 'fastify-metrics';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { acceptJson } from './body.ts';
import type { Ports } from './compose.ts';
import type { Config } from './config.ts';
import { allowAnyOrigin } from './cors.ts';
import { type App, type AppOptions, createApp } from './create-app.ts';
import { errorHandling } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { oneHost } from './host.ts';
import { boundRequests } from './limits.ts';
import { rememberMethods } from './methods.ts';
import { documentCalls } from './openapi.ts';
import { createPages } from './pages.ts';
import { requestLog } from './request-log.ts';
import { accountRoutes } from './routes/account.ts';
import { adminSetupRoutes } from './routes/admin-setup.ts';
import { authRoutes } from './routes/auth/index.ts';
import { consentRoutes } from './routes/consent.ts';
import { contactRoutes } from './routes/contact.ts';
import { dataRoutes } from './routes/data-service/index.ts';
import { ebookRoutes } from './routes/ebook.ts';
import { errorReportRoutes } from './routes/error-report.ts';
import { messageRoutes } from './routes/messages.ts';
import { notifyMeRoutes } from './routes/notify-me.ts';
import { pageRoutes } from './routes/pages.ts';
import { personRoutes } from './routes/person.ts';
import { securityEventRoutes } from './routes/security-events.ts';
import { siteRoutes } from './routes/site.ts';
import { storageRoutes } from './routes/storage.ts';
import { waitingListRoutes } from './routes/waiting-list.ts';
import { openSiteFiles } from './site-files.ts';
import { startWorkers } from './workers.ts';

export type { App, AppOptions } from './create-app.ts';

/** Builds the application without listening: every plug-in and route, one by one. */
export async function buildApp(
  ports: Ports,
  config: Config,
  options: AppOptions = {},
): Promise<App> {
  const app = createApp(config, options);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  rememberMethods(app);
  securityHeaders(app, config);
  oneHost(app, config);
  boundRequests(app, config);
  requestLog(app);
  errorHandling(app);
  allowAnyOrigin(app);
  acceptJson(app);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: config.ebookMaxBytes, files: 1, parts: 10 },
  });
  await documentCalls(app, config);
  await app.register(metrics, {
    endpoint: null,
    clearRegisterOnInit: true,
    routeMetrics: { enabled: { histogram: true, summary: false } },
  });

  ports.onProviderFailure((failure) => app.log.warn(failure, 'provider not usable'));

  const site = options.site ?? (await openSiteFiles());
  const pages = createPages(site, config, async () => {
    const ebook = await ports.ebooks.active();
    return ebook ? { sizeBytes: ebook.sizeBytes, pages: ebook.pages ?? null } : undefined;
  });
  app.addHook('onListen', async () => {
    if (site.develop) return;
    void pages
      .warm()
      .catch((error: unknown) => app.log.error({ err: error }, 'pages not rendered'));
  });
  siteRoutes(app, ports, config, site.prerender, options.isStopping ?? (() => false));
  authRoutes(app, ports, config);
  dataRoutes(app, ports, config);
  contactRoutes(app, ports, config, pages);
  notifyMeRoutes(app, ports, config, pages);
  messageRoutes(app, ports, config);
  personRoutes(app, ports, config);
  waitingListRoutes(app, ports, config);
  accountRoutes(app, ports, config);
  consentRoutes(app, ports, config);
  errorReportRoutes(app, ports, config);
  securityEventRoutes(app, ports, config);
  ebookRoutes(app, ports, config);
  storageRoutes(app, ports, config);
  adminSetupRoutes(app, ports, config);
  startWorkers(app, ports, config);
  pageRoutes(app, pages, site, config);
  return app;
}

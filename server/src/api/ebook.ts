import {
  EbookStatistics,
  EbookVersions,
  PublicEbook,
  RestoredEbook,
  UploadedEbook,
} from '@coachsite/adapters/contract';
import { defaultStatistics } from '@coachsite/core/defaults';
import { readEveryDay, readStatistics, restoreEbook } from '@coachsite/core/ebook';
import { z } from 'zod';
import { adminRoute, adminRouteWith } from '../access/actor.ts';
import { adminOf, adminsOnly } from '../access/admission.ts';
import { requestContext } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { jsonOrCsv, sendCsv, toCsv } from '../http/csv.ts';
import { siteErrors } from '../http/documented-errors.ts';
import { sendSiteError } from '../http/site-errors.ts';
import { drain, formContent } from '../http/upload.ts';
import { sendUploadError } from '../http/upload-error.ts';
import { receiveEbook, receiveErrors } from '../storage/receive-ebook.ts';
import { readEbookVersions, toEbookJson } from './ebook-versions.ts';

/** Field of the form that holds the file. Source: docs/contract.md#3. */
const fileField = 'file';

const Versions = z.object({ id: z.uuid() });
const Statistics = z.object({ format: z.enum(['json', 'csv']).default('json') });

/** The active e-book's metadata, its replacement, its versions and its download statistics. */
export function ebookRoutes(app: App, ports: Ports, config: Config): void {
  const onRequest = adminsOnly(ports, config);

  const described = {
    config: { documentedErrors: siteErrors(['ebook_not_found']) },
    schema: {
      operationId: 'getEbook',
      summary: 'Describes the active e-book',
      response: { 200: PublicEbook },
    },
  };
  app.get('/api/ebook', described, async (_request, reply) => {
    const ebook = await ports.ebooks.active();
    if (!ebook) return sendSiteError(reply, { kind: 'ebook_not_found' });
    return reply.header('cache-control', 'no-cache').send(toEbookJson(ebook, config));
  });

  const uploadHook = adminsOnly(ports, config, (reply, error) => {
    drain(reply.request);
    return sendSiteError(reply, error);
  });
  const upload = {
    onRequest: uploadHook,
    config: {
      ...adminRouteWith<(typeof receiveErrors)[number]>()([...receiveErrors]),
      reads: { body: { content: formContent(fileField) } },
    },
    schema: {
      operationId: 'replaceEbook',
      summary: 'Replaces the e-book',
      response: { 201: UploadedEbook },
    },
  };
  app.post('/api/admin/ebook', upload, async (request, reply) => {
    const received = await receiveEbook(request, ports, config.ebookMaxBytes, { field: fileField });
    if (received.isErr()) return sendUploadError(reply, received.error);
    const { ebook, warnings } = received.value;
    return reply
      .code(201)
      .send({ id: ebook.id, ...toEbookJson(ebook, config), warnings: [...warnings] });
  });

  const reading = { onRequest, config: adminRoute };
  app.get(
    '/api/admin/ebook/versions',
    {
      ...reading,
      schema: {
        operationId: 'listEbookVersions',
        summary: 'Lists the kept versions of the e-book',
        response: { 200: EbookVersions },
      },
    },
    async (_request, reply) => {
      return reply.send(await readEbookVersions(ports, config));
    },
  );

  app.post(
    '/api/admin/ebook/versions/:id/restore',
    {
      onRequest,
      config: adminRouteWith<typeof restoreEbook>()(['ebook_version_not_found']),
      schema: {
        operationId: 'restoreEbookVersion',
        summary: 'Restores a version of the e-book',
        params: Versions,
        response: { 200: RestoredEbook },
      },
    },
    async (request, reply) => {
      const publisher = { actor: adminOf(request), context: requestContext(request) };
      const restored = await restoreEbook(ports, { ...publisher, id: request.params.id });
      if (restored.isErr()) return sendSiteError(reply, restored.error);
      const ebook = restored.value;
      return reply.send({ id: ebook.id, ...toEbookJson(ebook, config) });
    },
  );

  app.get(
    '/api/admin/ebook/stats',
    {
      ...reading,
      schema: {
        operationId: 'getEbookStatistics',
        summary: 'Counts the downloads of the e-book',
        querystring: Statistics,
        response: { 200: jsonOrCsv(EbookStatistics) },
      },
    },
    async (request, reply) => {
      if (request.query.format === 'json') {
        const { days, ...totals } = await readStatistics(ports, defaultStatistics);
        return reply.send({ ...totals, days: [...days] });
      }
      const days = await readEveryDay(ports, defaultStatistics);
      const rows = days.map(({ day, ...counts }) => [
        day,
        String(counts.downloads),
        String(counts.excluded),
      ]);
      return sendCsv(reply, 'downloads.csv', toCsv([['date', 'downloads', 'excluded'], ...rows]));
    },
  );
}

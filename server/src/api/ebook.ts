import {
  EbookFacts,
  EbookStatistics,
  EbookVersions,
  RestoredEbook,
  UploadedEbook,
} from '@coachsite/adapters/contract';
import {
  type Ebook,
  type EbookVersion,
  readStatistics,
  replaceEbook,
  restoreEbook,
} from '@coachsite/core/ebook';
import { logEventInBackground } from '@coachsite/core/security-log';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { adminOf, adminsOnly } from '../caller/admission.ts';
import { requestContext } from '../caller/throttle.ts';
import type { Ports } from '../compose.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { jsonOrCsv } from '../http/csv.ts';
import { adminProblems, refuses, siteRefusals } from '../http/documented-errors.ts';
import { sendProblem } from '../http/problems.ts';
import { announcesTooMuch, drain, formContent, openMultipart } from '../http/upload.ts';
import { sendUploadFailure, uploadRefusals } from '../http/upload-failure.ts';
import { publicEbookPath } from '../storage/storage.ts';

/** Field of the form that holds the file. Source: docs/contract.md#3. */
const fileField = 'file';

const Versions = z.object({ id: z.uuid() });
const Statistics = z.object({ format: z.enum(['json', 'csv']).default('json') });

function toJson(ebook: Ebook, config: Config) {
  return {
    fileName: ebook.fileName,
    size: ebook.sizeBytes,
    pages: ebook.pages ?? null,
    sha256: ebook.sha256,
    uploadedAt: new Date(ebook.uploadedAt).toISOString(),
    url: `${config.publicUrl}${publicEbookPath}`,
  };
}

function toVersionJson({ id, isActive, ...ebook }: EbookVersion, config: Config) {
  const { url: _url, ...facts } = toJson({ id, ...ebook }, config);
  return { id, active: isActive, ...facts };
}

/** The active e-book's facts, its replacement, its versions and its download statistics. Source: docs/contract.md#3. */
export function ebookRoutes(app: App, ports: Ports, config: Config): void {
  const onRequest = adminsOnly(ports, config);

  const facts = {
    config: refuses(siteRefusals('ebook_not_found')),
    schema: { response: { 200: EbookFacts } },
  };
  app.get('/api/ebook', facts, async (_request, reply) => {
    const ebook = await ports.ebooks.active();
    if (!ebook) return sendProblem(reply, { kind: 'ebook_not_found' });
    return reply.header('cache-control', 'no-cache').send(toJson(ebook, config));
  });

  const uploadHook = adminsOnly(ports, config, (reply, problem) => {
    drain(reply.request);
    return sendProblem(reply, problem);
  });
  const upload = {
    onRequest: uploadHook,
    config: {
      ...refuses(
        siteRefusals(...adminProblems, 'not_a_pdf', 'pdf_locked', 'file_too_large'),
        uploadRefusals,
      ),
      reads: { body: { content: formContent(fileField) } },
    },
    schema: { response: { 201: UploadedEbook } },
  };
  app.post('/api/admin/ebook', upload, async (request, reply) => {
    await receive(request, reply, ports, config);
    return reply;
  });

  const reading = { onRequest, config: refuses(siteRefusals(...adminProblems)) };
  app.get(
    '/api/admin/ebook/versions',
    { ...reading, schema: { response: { 200: EbookVersions } } },
    async (_request, reply) => {
      const versions = await ports.ebooks.versions();
      return noStore(reply).send(versions.map((version) => toVersionJson(version, config)));
    },
  );

  app.post(
    '/api/admin/ebook/versions/:id/restore',
    {
      onRequest,
      config: refuses(siteRefusals(...adminProblems, 'ebook_version_not_found')),
      schema: { params: Versions, response: { 200: RestoredEbook } },
    },
    async (request, reply) => {
      const restored = await restoreEbook(ports, adminOf(request), request.params.id);
      if (restored.isErr()) return sendProblem(reply, restored.error);
      const { id, fileName, sha256 } = restored.value;
      logEventInBackground(ports, {
        actionType: 'ebook_restored',
        userId: adminOf(request).userId,
        context: requestContext(request),
        details: { id, fileName, sha256 },
      });
      return noStore(reply).send({ id, ...toJson(restored.value, config) });
    },
  );

  app.get(
    '/api/admin/ebook/stats',
    {
      ...reading,
      schema: { querystring: Statistics, response: { 200: jsonOrCsv(EbookStatistics) } },
    },
    async (request, reply) => {
      const statistics = await readStatistics(ports);
      if (request.query.format === 'json') return noStore(reply).send(statistics);
      const lines = statistics.days.map(({ date, downloads }) => `${date},${downloads}`);
      return noStore(reply)
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="downloads.csv"')
        .send(['date,downloads', ...lines, ''].join('\r\n'));
    },
  );
}

function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}

async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  ports: Ports,
  config: Config,
): Promise<FastifyReply> {
  const limitBytes = config.ebookMaxBytes;
  if (announcesTooMuch(request, limitBytes)) {
    drain(request);
    return sendProblem(reply, { kind: 'file_too_large', limitBytes });
  }
  if (!request.isMultipart()) {
    drain(request);
    return sendProblem(reply, { kind: 'not_a_pdf' });
  }
  const admin = adminOf(request);
  try {
    const upload = await openMultipart(request, fileField);
    const replaced = await replaceEbook(ports, admin, upload, limitBytes);
    if (replaced.isErr()) {
      drain(request);
      return sendProblem(reply, replaced.error);
    }
    const { ebook, warnings } = replaced.value;
    logEventInBackground(ports, {
      actionType: 'ebook_replaced',
      userId: admin.userId,
      context: requestContext(request),
      details: { id: ebook.id, fileName: ebook.fileName, sha256: ebook.sha256 },
    });
    return noStore(reply)
      .code(201)
      .send({ id: ebook.id, ...toJson(ebook, config), warnings });
  } catch (error) {
    drain(request);
    return sendUploadFailure(reply, error);
  }
}

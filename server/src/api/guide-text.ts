import {
  AdminGuideText,
  GuideTextRequest,
  GuideTextVersionParams,
  GuideTextVersions,
} from '@coachsite/adapters/contract';
import type { Ebook } from '@coachsite/core/ebook';
import {
  type GuideConflictError,
  type GuideVersionNotFoundError,
  type GuideWithoutTextError,
  guideTextOf,
  guideVersions,
  readGuideText,
  restoreGuideText,
  saveGuideText,
} from '@coachsite/core/guide';
import { timeText } from '@coachsite/core/kernel';
import type { FastifyReply } from 'fastify';
import type { Result } from 'neverthrow';
import { adminRoute, adminRouteWith } from '../access/actor.ts';
import { adminsOnly } from '../access/admission.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { sendSiteError } from '../http/site-errors.ts';
import { draftLimit, editorOf } from './facts/facts-json.ts';

const call = '/api/admin/ebook/text';

type ChangeError = GuideConflictError | GuideVersionNotFoundError | GuideWithoutTextError;

/** The text of the e-book as a page: read, corrected, made anew from the PDF, with its versions. */
export function guideTextRoutes(app: App, ports: Ports, config: Config): void {
  const onRequest = adminsOnly(ports, config);
  const response = { 200: AdminGuideText };
  const missing = { kind: 'ebook_not_found' } as const;

  async function send(reply: FastifyReply, ebook: Ebook): Promise<FastifyReply> {
    const [[newest], shown] = await Promise.all([
      guideVersions(ports.content),
      guideTextOf(ports.content, ebook),
    ]);
    const json: AdminGuideText = {
      version: newest?.id ?? 0,
      markdown: shown?.content.markdown ?? '',
      origin: shown?.content.origin ?? null,
      isPublic: Boolean(shown?.content.markdown),
      file: ebook.sha256,
    };
    return reply.send(json);
  }

  const sendChange = (reply: FastifyReply, ebook: Ebook, changed: Result<unknown, ChangeError>) =>
    changed.isOk() ? send(reply, ebook) : sendSiteError(reply, changed.error);

  app.get(
    call,
    {
      onRequest,
      config: adminRouteWith<'ebook_not_found'>()(['ebook_not_found']),
      schema: { operationId: 'getGuideText', summary: 'Reads the text of the e-book', response },
    },
    async (_request, reply) => {
      const ebook = await ports.ebooks.active();
      return ebook ? send(reply, ebook) : sendSiteError(reply, missing);
    },
  );

  app.put(
    call,
    {
      onRequest,
      bodyLimit: draftLimit * 4,
      config: adminRouteWith<typeof saveGuideText | 'ebook_not_found'>()([
        'ebook_not_found',
        'guide_conflict',
      ]),
      schema: {
        operationId: 'saveGuideText',
        summary: 'Saves the text of the e-book',
        body: GuideTextRequest,
        response,
      },
    },
    async (request, reply) => {
      const file = await ports.ebooks.active();
      if (!file) return sendSiteError(reply, missing);
      const { markdown, version: base, file: of = file.sha256 } = request.body;
      // An e-book that brings no text of its own leaves the newest version as it was.
      if (of !== file.sha256) return sendSiteError(reply, { kind: 'guide_conflict' });
      const change = { ...editorOf(request), file, markdown, base };
      return sendChange(reply, file, await saveGuideText(ports, change));
    },
  );

  app.post(
    `${call}/read`,
    {
      onRequest,
      config: adminRouteWith<typeof readGuideText | 'ebook_not_found'>()([
        'ebook_not_found',
        'guide_conflict',
        'guide_without_text',
      ]),
      schema: {
        operationId: 'readGuideText',
        summary: 'Makes the text of the e-book anew from its file',
        response,
      },
    },
    async (request, reply) => {
      const file = await ports.ebooks.active();
      const blob = file && (await ports.blobs.open(file.sha256));
      if (!blob) return sendSiteError(reply, missing);
      const found = await ports.pdfInspector.inspect(blob.read());
      const text = found.kind === 'readable' ? found.text : undefined;
      return sendChange(
        reply,
        file,
        await readGuideText(ports, { ...editorOf(request), file, text }),
      );
    },
  );

  app.get(
    `${call}/versions`,
    {
      onRequest,
      config: adminRoute,
      schema: {
        operationId: 'listGuideTextVersions',
        summary: 'Lists the kept versions of the text of the e-book',
        response: { 200: GuideTextVersions },
      },
    },
    async (_request, reply) => {
      const [versions, ebook] = await Promise.all([
        guideVersions(ports.content),
        ports.ebooks.active(),
      ]);
      const isOf = (sha256: string) => sha256 === ebook?.sha256;
      const active = versions.find(({ content }) => isOf(content.sha256));
      const rows = versions.map(async ({ id, savedAt, savedBy, content }) => ({
        id,
        savedAt: timeText(savedAt),
        savedBy:
          (savedBy === undefined ? undefined : await ports.users.byId(savedBy))?.email ?? null,
        origin: content.origin,
        isOfFile: isOf(content.sha256),
        active: id === active?.id,
      }));
      return reply.send(await Promise.all(rows));
    },
  );

  app.post(
    `${call}/versions/:id/restore`,
    {
      onRequest,
      config: adminRouteWith<typeof restoreGuideText | 'ebook_not_found'>()([
        'ebook_not_found',
        'guide_conflict',
        'guide_version_not_found',
      ]),
      schema: {
        operationId: 'restoreGuideTextVersion',
        summary: 'Makes an earlier text that of the e-book',
        params: GuideTextVersionParams,
        response,
      },
    },
    async (request, reply) => {
      const file = await ports.ebooks.active();
      if (!file) return sendSiteError(reply, missing);
      const change = { ...editorOf(request), file, id: request.params.id };
      return sendChange(reply, file, await restoreGuideText(ports, change));
    },
  );
}

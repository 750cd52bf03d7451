import {
  FactsErrorBody,
  PreviewForm,
  PreviewRequest,
  type SiteConfig,
} from '@coachsite/adapters/contract';
import { factProblems } from '@coachsite/core/facts';
import { z } from 'zod';
import { adminRouteWith } from '../../access/actor.ts';
import { adminsOnly } from '../../access/admission.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import { acceptForms } from '../../http/body.ts';
import type { App } from '../../http/create-app.ts';
import { languageOf } from '../../http/language.ts';
import { sendCached } from '../../http/send-cached.ts';
import type { Pages } from '../../pages/pages.ts';
import { draftLimit, factsCall, sendProblems } from './facts-json.ts';
import { completeFacts, readDraft } from './read-draft.ts';

/** The JSON in a field of a form; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const thePage = {
  description: 'The page, not published',
  content: { 'text/html': { schema: z.string() } },
};

/**
 * A real page with facts that are not published, for admins only. It can also be requested by a form, so that it can be
 * shown in a frame with its own content security policy. Source: docs/security.md#HD-1.
 */
export function sitePreviewRoutes(
  app: App,
  ports: Ports,
  config: Config,
  pages: Pick<Pages, 'preview'>,
): void {
  app.register(async (scope) => {
    acceptForms(scope);
    scope.post(
      `${factsCall}/preview`,
      {
        onRequest: adminsOnly(ports, config),
        // A form writes most characters of JSON as three.
        bodyLimit: 3 * draftLimit,
        config: {
          ...adminRouteWith<'facts_invalid'>()(['facts_invalid']),
          reads: { body: PreviewRequest },
        },
        schema: {
          operationId: 'previewFacts',
          summary: 'Shows a page with facts that are not saved',
          response: { 200: thePage, 422: FactsErrorBody },
        },
      },
      async (request, reply) => {
        const form = PreviewForm.safeParse(request.body);
        const body: unknown = form.success ? parsed(form.data.draft) : request.body;
        const read = readDraft(PreviewRequest, body);
        if (read.isErr()) return sendProblems(reply, languageOf(request), read.error);
        const { path, language, facts: draft } = read.value;
        const facts = completeFacts(config.liveFacts.file, draft);
        const problems = factProblems(facts, ports.clock.now(), ports.readPhone);
        if (problems.length > 0) return sendProblems(reply, languageOf(request), problems);
        const site = { ...config.site, ...facts } as SiteConfig;
        const response = await pages.preview(path, language, { site });
        return sendCached(request, reply, response);
      },
    );
  });
}

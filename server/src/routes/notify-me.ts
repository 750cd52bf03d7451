import { Interests, InterestsQuery, NotifyLink, NotifyRequest } from '@coachsite/adapters/wire';
import type { EpochMs } from '@coachsite/core/kernel';
import {
  checkInterest,
  confirmInterest,
  registerInterest,
  unsubscribeInterest,
} from '@coachsite/core/notify-me';
import type { ProblemKind } from '@coachsite/core/problems';
import { z } from 'zod';
import { adminsOnly } from '../admission.ts';
import { acceptForms } from '../body.ts';
import type { Ports } from '../compose.ts';
import type { Config } from '../config.ts';
import type { App } from '../create-app.ts';
import { jsonOrCsv, toCsv } from '../csv.ts';
import { sendProblem } from '../problems.ts';
import { adminProblems, refuses, siteRefusals } from '../refusals.ts';
import { throttle } from '../throttle.ts';
import { languageOf } from './pages.ts';

/** One visitor may ask for all programs, and for a second address; a program may not ask for a town. */
const limit = { action: 'notify', maxAttempts: 10, windowSeconds: 600 };

const toTime = (at: EpochMs) => new Date(at).toISOString();

/** The notify-me list: asking, the two links of the mail, and the list itself. Source: operating contract §3; D40-D43. */
export function notifyMeRoutes(app: App, ports: Ports, config: Config): void {
  const asking = {
    config: refuses(siteRefusals('validation_failed', 'over_request_rate_limit')),
    schema: {
      body: NotifyRequest,
      response: { 202: z.object({}).describe('Whether known or not') },
    },
  };
  app.post('/api/notify', asking, async (request, reply) => {
    const checked = checkInterest(request.body);
    if (checked.isErr()) return sendProblem(reply, checked.error);
    const allowed = await throttle(request, ports, config, limit);
    if (allowed.isErr()) return sendProblem(reply, allowed.error);
    const asked = await registerInterest(ports, {
      ...checked.value,
      language: languageOf(request),
    });
    if (asked.isErr()) return sendProblem(reply, asked.error);
    return reply.code(202).header('cache-control', 'no-store').send({});
  });

  const followed = (kinds: readonly ProblemKind[]) => ({
    config: refuses(siteRefusals(...kinds)),
    schema: { body: NotifyLink, response: { 204: z.undefined().describe('Done') } },
  });
  const confirming = followed(['notify_link_invalid', 'notify_link_used']);
  app.post('/api/notify/confirm', confirming, async (request, reply) => {
    const confirmed = await confirmInterest(ports, request.body.token);
    if (confirmed.isErr()) return sendProblem(reply, confirmed.error);
    return reply.code(204).send();
  });

  const leaving = followed(['notify_link_invalid']);
  app.post('/api/notify/unsubscribe', leaving, async (request, reply) => {
    const forgotten = await unsubscribeInterest(ports, request.body.token);
    if (forgotten.isErr()) return sendProblem(reply, forgotten.error);
    return reply.code(204).send();
  });

  // Mail programs post a form to the address in List-Unsubscribe, without a person looking on. Source: RFC 8058.
  app.register(async (scope) => {
    acceptForms(scope);
    scope.post<{ Querystring: { token?: string } }>(
      '/notify/unsubscribe',
      { schema: { hide: true } },
      async (request, reply) => {
        const link = NotifyLink.safeParse(request.query);
        if (!link.success) return sendProblem(reply, { kind: 'notify_link_invalid' });
        const forgotten = await unsubscribeInterest(ports, link.data.token);
        if (forgotten.isErr()) return sendProblem(reply, forgotten.error);
        return reply.code(204).send();
      },
    );
  });

  app.get(
    '/api/admin/notify',
    {
      onRequest: adminsOnly(ports, config),
      config: refuses(siteRefusals(...adminProblems)),
      schema: { querystring: InterestsQuery, response: { 200: jsonOrCsv(Interests) } },
    },
    async (request, reply) => {
      const interests: Interests['interests'] = (await ports.interests.confirmed()).map(
        ({ email, programId, language, textVersion, askedAt, confirmedAt }) => ({
          email,
          programId,
          language,
          textVersion,
          askedAt: toTime(askedAt),
          confirmedAt: toTime(confirmedAt ?? askedAt),
        }),
      );
      reply.header('cache-control', 'no-store');
      if (request.query.format === 'json') return reply.send({ interests });
      const columns = [
        'email',
        'programId',
        'language',
        'textVersion',
        'askedAt',
        'confirmedAt',
      ] as const;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="notify-me.csv"')
        .send(toCsv([columns, ...interests.map((row) => columns.map((column) => row[column]))]));
    },
  );
}

import {
  Interests,
  InterestsQuery,
  LaunchAnnounced,
  LaunchRequest,
} from '@coachsite/adapters/contract';
import type { EpochMs } from '@coachsite/core/kernel';
import { announceLaunch } from '@coachsite/core/notify-me';
import { adminOf, adminsOnly } from '../access/admission.ts';
import { requestContext } from '../access/throttle.ts';
import type { Ports } from '../compose.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { jsonOrCsv, sendCsv, toCsv } from '../http/csv.ts';
import { adminErrors, documentsErrors, siteErrors } from '../http/documented-errors.ts';
import { sendSiteError } from '../http/site-errors.ts';

const columns = [
  'email',
  'programId',
  'language',
  'textVersion',
  'askedAt',
  'confirmedAt',
  'announcedAt',
] as const;

const toTime = (at: EpochMs) => new Date(at).toISOString();

/**
 * The confirmed e-mail addresses, and the launch mail. Source: docs/contract.md#3,
 * docs/law-and-search.md#D40, docs/law-and-search.md#D42, docs/law-and-search.md#D43.
 */
export function waitingListRoutes(app: App, ports: Ports, config: Config): void {
  const onRequest = adminsOnly(ports, config);

  app.get(
    '/api/admin/notify',
    {
      onRequest,
      config: documentsErrors(siteErrors(...adminErrors)),
      schema: { querystring: InterestsQuery, response: { 200: jsonOrCsv(Interests) } },
    },
    async (request, reply) => {
      const interests: Interests['interests'] = (await ports.interests.confirmed()).map(
        ({ requestedAt, confirmedAt, announcedAt, ...interest }) => ({
          email: interest.email,
          programId: interest.programId,
          language: interest.language,
          textVersion: interest.textVersion,
          askedAt: toTime(requestedAt),
          confirmedAt: toTime(confirmedAt ?? requestedAt),
          announcedAt: announcedAt === undefined ? null : toTime(announcedAt),
          launchQueued: interest.launchQueued,
        }),
      );
      if (request.query.format === 'json') {
        return reply.header('cache-control', 'no-store').send({ interests });
      }
      const rows = interests.map((row) => columns.map((column) => row[column] ?? ''));
      return sendCsv(reply, 'notify-me.csv', toCsv([columns, ...rows]));
    },
  );

  app.post(
    '/api/admin/notify/launch',
    {
      onRequest,
      config: documentsErrors(siteErrors(...adminErrors, 'validation_failed')),
      schema: { body: LaunchRequest, response: { 202: LaunchAnnounced } },
    },
    async (request, reply) => {
      const { programId } = request.body;
      const launch = { programId, context: requestContext(request) };
      const announced = await announceLaunch(ports, adminOf(request), launch);
      if (announced.isErr()) return sendSiteError(reply, announced.error);
      const queued = announced.value;
      return reply.code(202).header('cache-control', 'no-store').send({ queued });
    },
  );
}

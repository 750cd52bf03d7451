import { Interests, InterestsQuery } from '@coachsite/adapters/contract';
import type { EpochMs } from '@coachsite/core/kernel';
import { adminsOnly } from '../access/admission.ts';
import type { Ports } from '../compose.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { jsonOrCsv, sendCsv, toCsv } from '../http/csv.ts';
import { adminErrors, documentsErrors, siteErrors } from '../http/documented-errors.ts';
import { launchesUnderWay } from './launches.ts';

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
 * The confirmed e-mail addresses, and how far the launches are. Source: docs/contract.md#3,
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
        const launches = await launchesUnderWay(ports);
        return reply.header('cache-control', 'no-store').send({ interests, launches });
      }
      const rows = interests.map((row) => columns.map((column) => row[column] ?? ''));
      return sendCsv(reply, 'notify-me.csv', toCsv([columns, ...rows]));
    },
  );
}

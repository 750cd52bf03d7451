import { Interests, InterestsQuery } from '@coachsite/adapters/contract';
import { timeText } from '@coachsite/core/kernel';
import type { Interest } from '@coachsite/core/notify-me';
import { adminRoute } from '../access/actor.ts';
import { adminsOnly } from '../access/admission.ts';
import type { ListPorts } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { jsonOrCsv, sendCsv, toCsv } from '../http/csv.ts';

import { rowsPerTurn, sendJsonStream, streamRows } from '../http/slices.ts';
import { launchesUnderWay, newestArticleAt } from './launches.ts';

const columns = [
  'email',
  'programId',
  'language',
  'textVersion',
  'askedAt',
  'confirmedAt',
  'announcedAt',
] as const;

const toJson = ({
  email,
  programId,
  language,
  textVersion,
  requestedAt,
  confirmedAt,
  announcedAt,
  launchQueued,
}: Interest): Interests['interests'][number] => ({
  email,
  programId,
  language,
  textVersion,
  askedAt: timeText(requestedAt),
  confirmedAt: timeText(confirmedAt ?? requestedAt),
  announcedAt: announcedAt === undefined ? null : timeText(announcedAt),
  launchQueued,
});

/**
 * The confirmed e-mail addresses, and how far the launches are. Source: docs/contract.md#3,
 * docs/law-and-search.md#D40, docs/law-and-search.md#D42, docs/law-and-search.md#D43.
 */
export function waitingListRoutes(app: App, ports: ListPorts, config: Config): void {
  const onRequest = adminsOnly(ports, config);

  app.get(
    '/api/admin/notify',
    {
      onRequest,
      config: adminRoute,
      schema: {
        operationId: 'listInterests',
        summary: 'Lists the confirmed places on waiting lists',
        querystring: InterestsQuery,
        response: { 200: jsonOrCsv(Interests) },
      },
    },
    async (request, reply) => {
      const interests = await ports.interests.confirmed();
      if (request.query.format === 'csv') {
        const csv = streamRows(interests, (slice, isFirst) => {
          const rows = slice.map(toJson).map((row) => columns.map((column) => row[column] ?? ''));
          return toCsv(isFirst ? [columns, ...rows] : rows);
        });
        return sendCsv(reply, 'notify-me.csv', csv);
      }
      const articleAt = newestArticleAt(ports);
      const rest = {
        newestArticleAt: articleAt === undefined ? null : timeText(articleAt),
        launches: await launchesUnderWay(ports),
      };
      if (interests.length <= rowsPerTurn)
        return reply.send({ interests: interests.map(toJson), ...rest });
      const json = streamRows(interests, (slice, isFirst, isLast) => {
        const rows = JSON.stringify(slice.map(toJson)).slice(1, -1);
        const end = isLast ? `],${JSON.stringify(rest).slice(1)}` : '';
        return `${isFirst ? '{"interests":[' : ','}${rows}${end}`;
      });
      return sendJsonStream(reply, json);
    },
  );
}

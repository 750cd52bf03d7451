import { Overview, Waiting } from '@coachsite/adapters/contract';
import { isJobLate, readRuns, siteJobs } from '@coachsite/core/alarm';
import { countOpenMessages, readPause } from '@coachsite/core/contact';
import { defaultStatistics } from '@coachsite/core/defaults';
import { readStatistics } from '@coachsite/core/ebook';
import program from '../../package.json' with { type: 'json' };
import { adminRoute } from '../access/actor.ts';
import { adminsOnly } from '../access/admission.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { sendSiteError } from '../http/site-errors.ts';
import { toTime } from './facts/facts-json.ts';

/** What needs the admin's attention, counted over everything stored. Source: docs/contract.md#3. */
export function overviewRoutes(app: App, ports: Ports, config: Config): void {
  app.get(
    '/api/admin/overview',
    {
      onRequest: adminsOnly(ports, config),
      config: adminRoute,
      schema: {
        operationId: 'getOverview',
        summary: 'Sums up what needs attention',
        response: { 200: Overview },
      },
    },
    async (_request, reply) => {
      const now = ports.clock.now();
      const [{ oldestDueAt, ...messages }, mails, statistics, runs, pause] = await Promise.all([
        countOpenMessages(ports, { promiseMs: config.replyPromiseMs }, now),
        ports.mailQueue.counts(),
        readStatistics(ports, defaultStatistics),
        readRuns(ports.maintenance),
        readPause(ports),
      ]);
      const { days: _days, ...downloads } = statistics;
      return reply.send({
        messages: { ...messages, oldestDueAt: toTime(oldestDueAt) },
        mails: { waiting: mails.waiting, failed: mails.failed },
        downloads,
        backup: { lastAt: toTime(runs.backup.doneAt) },
        jobs: siteJobs.map((name) => ({
          name,
          lastAt: toTime(runs[name].doneAt),
          isLate: isJobLate(name, runs[name], now),
        })),
        pause: pause ?? null,
        version: program.version,
      });
    },
  );

  app.get(
    '/api/admin/waiting',
    {
      // Every page that a signed-in admin opens makes this call: a row for each would hide the other events.
      onRequest: adminsOnly(ports, config, sendSiteError, { isRecorded: false }),
      config: adminRoute,
      schema: {
        operationId: 'countWaiting',
        summary: 'Counts the messages that are new',
        response: { 200: Waiting },
      },
    },
    async (_request, reply) => {
      const settings = { promiseMs: config.replyPromiseMs };
      const { new: messages } = await countOpenMessages(ports, settings, ports.clock.now());
      return reply.send({ messages });
    },
  );
}

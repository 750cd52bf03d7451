import {
  type Interests,
  LaunchAnnounced,
  LaunchChange,
  LaunchPreview,
  LaunchRequest,
  LaunchTested,
  LaunchTestRequest,
} from '@coachsite/adapters/contract';
import { findProgram } from '@coachsite/core/catalogue';
import { defaultWaitingList, defaultZone } from '@coachsite/core/defaults';
import { startOfDay, timeText } from '@coachsite/core/kernel';
import { languages } from '@coachsite/core/language';
import {
  announceLaunch,
  changeLaunch,
  launchEndsAt,
  releaseLaunches,
  testLaunch,
} from '@coachsite/core/notify-me';
import { z } from 'zod';
import { adminRouteWith } from '../access/actor.ts';
import { adminOf, adminsOnly } from '../access/admission.ts';
import { requestContext } from '../access/throttle.ts';
import type { ListPorts, Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { sendSiteError } from '../http/site-errors.ts';
import { onScreen } from '../mails/on-screen.ts';

/** How far the launches are, and when each ends. Source: docs/contract.md#3. */
export async function launchesUnderWay(
  ports: Pick<Ports, 'launches' | 'clock'>,
): Promise<Interests['launches']> {
  const now = ports.clock.now();
  return (await ports.launches.underWay()).map((launch) => {
    const { programId, startedAt, perHour, isPaused, sent, waiting, failed } = launch;
    return {
      programId,
      startedAt: timeText(startedAt),
      perHour: perHour ?? null,
      isPaused,
      sent,
      waiting,
      failed,
      endsAt: isPaused ? null : timeText(launchEndsAt(launch, now)),
    };
  });
}

/** Since when the newest article is public in one language; undefined while there is none. */
export function newestArticleAt({ newestArticle }: Pick<ListPorts, 'newestArticle'>) {
  const days = languages.flatMap((language) => newestArticle(language)?.publishedOn ?? []);
  const [first] = days.toSorted();
  return first === undefined ? undefined : startOfDay(defaultZone, first);
}

const path = '/api/admin/notify/launch';

/**
 * The content security policy of a mail shown in a frame of the admin area. Mails have their styles in attributes;
 * nothing is loaded or run, and links open in a new tab. Source: docs/security.md#HD-1.
 */
const previewPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

const theMail = {
  description: 'The HTML part of the mail',
  content: { 'text/html': { schema: z.string() } },
};

/**
 * The launch mail: its preview, a test to oneself, and the launch itself with its pace. Source:
 * docs/law-and-search.md#D42, docs/law-and-search.md#D43, docs/decisions/0042-pace-of-a-launch.md.
 */
export function launchRoutes(app: App, ports: ListPorts, config: Config): void {
  const onRequest = adminsOnly(ports, config);

  app.post(
    path,
    {
      onRequest,
      config: adminRouteWith<typeof announceLaunch>()(['validation_failed']),
      schema: {
        operationId: 'announceLaunch',
        summary: 'Announces the launch of a program',
        body: LaunchRequest,
        response: { 202: LaunchAnnounced },
      },
    },
    async (request, reply) => {
      const { programId, perHour } = request.body;
      const launch = {
        admin: adminOf(request),
        programId,
        perHour: perHour ?? undefined,
        // Those who confirmed after the newest article appeared have seen it, and wait for another one.
        ...(programId === 'next-article' ? { confirmedUntil: newestArticleAt(ports) ?? 0 } : {}),
        context: requestContext(request),
      };
      const announced = await announceLaunch(ports, defaultWaitingList, launch);
      if (announced.isErr()) return sendSiteError(reply, announced.error);
      const queued = announced.value;
      return reply.code(202).send({ queued });
    },
  );

  app.patch(
    path,
    {
      onRequest,
      config: adminRouteWith<typeof changeLaunch>()(['launch_not_found']),
      schema: {
        operationId: 'changeLaunch',
        summary: 'Pauses, resumes or stops a launch',
        body: LaunchChange,
        response: { 204: z.undefined().describe('The launch is paused, resumed or stopped') },
      },
    },
    async (request, reply) => {
      const { programId, change } = request.body;
      const context = requestContext(request);
      const changed = await changeLaunch(ports, defaultWaitingList, {
        admin: adminOf(request),
        programId,
        change,
        context,
      });
      if (changed.isErr()) return sendSiteError(reply, changed.error);
      if (change === 'resume') await releaseLaunches(ports);
      return reply.code(204).send();
    },
  );

  app.get(
    `${path}/preview`,
    {
      onRequest,
      config: adminRouteWith<'validation_failed'>()(['validation_failed']),
      schema: {
        operationId: 'previewLaunch',
        summary: 'Shows the mail of a launch',
        querystring: LaunchPreview,
        response: { 200: theMail },
      },
    },
    async (request, reply) => {
      const { programId, language, scheme } = request.query;
      const program = findProgram(programId, defaultWaitingList.programs);
      if (!program) {
        return sendSiteError(reply, {
          kind: 'validation_failed',
          fields: { programId: 'unknown' },
        });
      }
      const mail = ports.interestMails.launchSample({
        id: ports.ids.uuid(),
        to: '',
        programId: program.id,
        language,
        at: ports.clock.now(),
        isTest: false,
      });
      return reply
        .header('content-security-policy', previewPolicy)
        .type('text/html; charset=utf-8')
        .send(onScreen(mail.html, scheme));
    },
  );

  app.post(
    `${path}/test`,
    {
      onRequest,
      config: adminRouteWith<typeof testLaunch>()([
        'validation_failed',
        'no_email',
        'over_request_rate_limit',
      ]),
      schema: {
        operationId: 'testLaunch',
        summary: 'Sends the mail of a launch to oneself',
        body: LaunchTestRequest,
        response: { 202: LaunchTested },
      },
    },
    async (request, reply) => {
      const context = requestContext(request);
      const tested = await testLaunch(ports, defaultWaitingList, {
        admin: adminOf(request),
        ...request.body,
        context,
      });
      if (tested.isErr()) return sendSiteError(reply, tested.error);
      return reply.code(202).send({ to: tested.value });
    },
  );
}

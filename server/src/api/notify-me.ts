import { NotifyLink, NotifyRequest, statusOfKind } from '@coachsite/adapters/contract';
import { defaultWaitingList } from '@coachsite/core/defaults';
import {
  checkInterest,
  confirmInterest,
  type InterestError,
  type InterestLinkError,
  registerInterest,
  unsubscribeInterest,
} from '@coachsite/core/notify-me';
import { checkMailBounds } from '@coachsite/core/one-time-token';
import type { RateLimitError } from '@coachsite/core/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import { requestMail } from '../access/requested-messages.ts';
import { throttle } from '../access/throttle.ts';
import type { ListPorts } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import { acceptAnyBody, acceptForms } from '../http/body.ts';
import type { App } from '../http/create-app.ts';
import { documentsErrors, siteErrors } from '../http/documented-errors.ts';
import { sendFormError } from '../http/form-error.ts';
import { languageOf } from '../http/language.ts';
import { sendSiteError } from '../http/site-errors.ts';
import type { Pages } from '../pages/pages.ts';
import { sendPage } from '../pages/send-page.ts';

/** 10 per 10 minutes: enough for one person, too few for a bot. */
const limit = { action: 'notify', maxAttempts: 10, windowSeconds: 600 };

/** Buttons pressed without scripts: each renders a page, which takes several milliseconds of the main thread. */
const presses = { action: 'notify-link', maxAttempts: 30, windowSeconds: 600 };

/** The page that a mailed link is about. */
const LinkedPage = z.object({ redirect_to: z.string().max(2000) });

/** The content type as the client sent it, also with an empty body. */
function sentType({ raw: { rawHeaders } }: FastifyRequest): string {
  const name = rawHeaders.findIndex((text, at) => at % 2 === 0 && /^content-type$/i.test(text));
  return (name === -1 ? undefined : rawHeaders[name + 1]) ?? '';
}

/**
 * Mail programs post to the List-Unsubscribe URL without showing a page: as a form of either type, or with whatever body,
 * as the URL alone says what is meant. A button posts a url-encoded form without their field.
 * Source: RFC 8058 3.1, RFC 8058 3.2.
 */
const isOneClick = (request: FastifyRequest) =>
  !/^\s*application\/x-www-form-urlencoded\b/i.test(sentType(request)) ||
  (typeof request.body === 'object' && request.body !== null && 'List-Unsubscribe' in request.body);

/**
 * The notify-me list: joining it, and the two links in its mails. Source: docs/contract.md#3, docs/law-and-search.md#D40,
 * docs/law-and-search.md#D41, docs/law-and-search.md#D42, docs/law-and-search.md#D43.
 */
export function notifyMeRoutes(
  app: App,
  ports: ListPorts,
  config: Config,
  pages: Pick<Pages, 'render'>,
): void {
  const asking = {
    config: documentsErrors<typeof checkInterest | typeof registerInterest | typeof throttle>(
      siteErrors,
    )(['validation_failed', 'over_request_rate_limit']),
    schema: {
      operationId: 'joinWaitingList',
      summary: 'Joins the waiting list of a program',
      body: NotifyRequest,
      response: { 202: z.object({}).describe('Whether known or not') },
    },
  };
  /** Nothing is stored when no mail can be sent to confirm it. */
  async function ask(
    interest: Parameters<typeof registerInterest>[2],
  ): Promise<Result<void, InterestError | RateLimitError>> {
    const { emailMinIntervalSeconds, mailsPerDay } = config.auth;
    const allowed =
      emailMinIntervalSeconds === 0 ? ok() : await checkMailBounds(ports, { mailsPerDay });
    if (allowed.isOk()) return registerInterest(ports, defaultWaitingList, interest);
    const { retryAfterSeconds } = allowed.error;
    return err({ kind: 'over_request_rate_limit', retryAfterSeconds });
  }

  app.post('/api/notify', asking, async (request, reply) => {
    const checked = checkInterest(request.body, defaultWaitingList.programs);
    if (checked.isErr()) return sendSiteError(reply, checked.error);
    const allowed = await throttle(request, ports, config, limit);
    if (allowed.isErr()) return sendSiteError(reply, allowed.error);
    const interest = { ...checked.value, language: languageOf(request) };
    const asked = await requestMail({ ports, config }, request, () => ask(interest));
    if (asked.isErr()) return sendSiteError(reply, asked.error);
    return reply.code(202).send({});
  });

  const following = { body: NotifyLink, response: { 204: z.undefined().describe('Done') } };
  const confirming = {
    config: documentsErrors<typeof confirmInterest>(siteErrors)([
      'notify_link_invalid',
      'notify_link_used',
    ]),
    schema: {
      operationId: 'confirmWaitingList',
      summary: 'Confirms a place on the waiting list',
      ...following,
    },
  };
  app.post('/api/notify/confirm', confirming, async (request, reply) => {
    const confirmed = await confirmInterest(ports, request.body);
    if (confirmed.isErr()) return sendSiteError(reply, confirmed.error);
    return reply.code(204).send();
  });

  const leaving = {
    config: { documentedErrors: siteErrors(['notify_link_invalid']) },
    schema: { operationId: 'leaveWaitingList', summary: 'Leaves the waiting list', ...following },
  };
  app.post('/api/notify/unsubscribe', leaving, async (request, reply) => {
    const forgotten = await unsubscribeInterest(ports, request.body);
    if (forgotten.isErr()) return sendSiteError(reply, forgotten.error);
    return reply.code(204).send();
  });

  /** Renders the result of a link on its page, for a browser without scripts: it names the page that the link is for. */
  const sendOutcome = async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    error?: InterestLinkError,
  ) => {
    const { data: values = {} } = LinkedPage.safeParse(request.query);
    const form = { values, fields: {}, ...(error && { error: error.kind }) };
    const response = await pages.render(path, languageOf(request), { form });
    return sendPage(request, reply, config, {
      response,
      status: error ? statusOfKind(error.kind) : 200,
    });
  };

  /**
   * Without scripts, the button on a link's page posts a form to the page's own URL.
   * Source: docs/law-and-search.md#D41, docs/law-and-search.md#D43.
   */
  const plainLink = (
    scope: FastifyInstance,
    path: '/notify/confirm' | '/notify/unsubscribe',
    use: (token: string) => Promise<Result<void, InterestLinkError>>,
  ) =>
    scope.post<{ Querystring: { token?: string }; Body: unknown }>(
      path,
      { schema: { hide: true } },
      async (request, reply) => {
        const isPress = path === '/notify/confirm' || !isOneClick(request);
        const allowed = isPress ? await throttle(request, ports, config, presses) : ok();
        if (allowed.isErr())
          return sendFormError(request, reply, { status: 429, ...allowed.error });
        const link = NotifyLink.safeParse(request.query);
        const used = link.success
          ? await use(link.data.token)
          : err({ kind: 'notify_link_invalid' } as const);
        const error = used.isErr() ? used.error : undefined;
        if (isPress) return sendOutcome(request, reply, path, error);
        return error ? sendSiteError(reply, error) : reply.code(204).send();
      },
    );

  app.register(async (scope) => {
    acceptForms(scope);
    plainLink(scope, '/notify/confirm', (token) => confirmInterest(ports, { token }));
  });
  app.register(async (scope) => {
    acceptAnyBody(scope);
    acceptForms(scope);
    plainLink(scope, '/notify/unsubscribe', (token) => unsubscribeInterest(ports, { token }));
  });
}

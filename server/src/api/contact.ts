import { ContactAccepted, ContactRequest, statusOfKind } from '@coachsite/adapters/contract';
import {
  type ContactError,
  type ContactField,
  checkMessage,
  sendMessage,
} from '@coachsite/core/contact';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { err, ok, type Result } from 'neverthrow';
import { isCrossSite } from '../access/cross-site.ts';
import { type Throttled, throttle } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import { acceptForms } from '../http/body.ts';
import type { App } from '../http/create-app.ts';
import { documentsErrors, siteErrors } from '../http/documented-errors.ts';
import { sendFormError } from '../http/form-error.ts';
import { languageOf, languageToRepeat } from '../http/language.ts';
import { sendSiteError } from '../http/site-errors.ts';
import type { Pages } from '../pages/pages.ts';
import { sendPage } from '../pages/send-page.ts';

/** Source: docs/security.md#CF-5. */
const limit = { action: 'contact', maxAttempts: 5, windowSeconds: 600 };
/** Messages are kept for a year, and nothing removes them for others: this bounds what one network adds. */
const perDay = { action: 'contact-day', maxAttempts: 30, windowSeconds: 86_400 };
/** Forms with mistakes per IP that are sent back as a page; each is rendered anew. */
const mistakes = { action: 'contact-mistake', maxAttempts: 30, windowSeconds: 600 };

/** The form in a body; any other body counts as an empty form. */
function formIn(body: unknown): ContactRequest {
  const read = ContactRequest.safeParse(body);
  return read.success ? read.data : ContactRequest.parse({});
}

/** The contact form, as a call and as a form that works without JavaScript. Source: docs/contract.md#3. */
export function contactRoutes(
  app: App,
  ports: Ports,
  config: Config,
  pages: Pick<Pages, 'render'>,
): void {
  const receive = async (
    request: FastifyRequest,
    { website, elapsedMs, ...typed }: ContactRequest,
  ): Promise<Result<{ readonly id: string }, ContactError | Throttled>> => {
    // Only valid messages count against the limit, so that correcting a mistake is free.
    const checked = checkMessage(typed);
    if (checked.isErr()) return err(checked.error);
    for (const bound of [limit, perDay]) {
      const allowed = await throttle(request, ports, config, bound);
      if (allowed.isErr()) return err(allowed.error);
    }
    const message = await sendMessage(
      ports,
      { promiseMs: config.replyPromiseMs },
      {
        message: checked.value,
        language: languageOf(request),
        honeypot: website,
        elapsedMs,
        isCrossSite: isCrossSite(request, config),
      },
    );
    return ok(message);
  };

  app.post(
    '/api/contact',
    {
      config: documentsErrors<typeof receive>(siteErrors)([
        'validation_failed',
        'over_request_rate_limit',
      ]),
      schema: {
        operationId: 'sendContactMessage',
        summary: 'Sends a message to the coach',
        body: ContactRequest,
        response: { 201: ContactAccepted },
      },
    },
    async (request, reply) => {
      const sent = await receive(request, request.body);
      if (sent.isErr()) return sendSiteError(reply, sent.error);
      return reply.code(201).send({ id: sent.value.id });
    },
  );

  const sendBack = async (
    request: FastifyRequest,
    reply: FastifyReply,
    values: Readonly<Record<ContactField, string>>,
    error: ContactError | Throttled,
  ) => {
    const allowed = await throttle(request, ports, config, mistakes);
    if (allowed.isErr()) return sendFormError(request, reply, { status: 429, ...allowed.error });
    const reasons = error.kind === 'validation_failed' ? Object.entries(error.fields) : [];
    const response = await pages.render('/contact', languageOf(request), {
      form: {
        values,
        fields: Object.fromEntries(reasons.map(([field, reason]) => [field, [reason]])),
        error: error.kind,
      },
    });
    if ('retryAfterSeconds' in error) reply.header('retry-after', error.retryAfterSeconds);
    return sendPage(request, reply, config, { response, status: statusOfKind(error.kind) });
  };

  app.register(async (scope) => {
    acceptForms(scope);
    const route = { schema: { hide: true } };
    scope.post('/contact', route, async (request, reply) => {
      const form = formIn(request.body);
      const sent = await receive(request, form);
      if (sent.isErr()) {
        const { name, email, subject, message } = form;
        return sendBack(request, reply, { name, email, subject, message }, sent.error);
      }
      return reply.redirect(`/thank-you${languageToRepeat(request)}`, 303);
    });
  });
}

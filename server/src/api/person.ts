import { ErasedCounts, PersonExport, PersonRequest } from '@coachsite/adapters/contract';
import { checkEmail, type EmailError, type PhoneError } from '@coachsite/core/account';
import {
  erasePerson,
  exportPerson,
  findPersonPhone,
  type PersonIdentifier,
} from '@coachsite/core/privacy';
import type { FastifyRequest } from 'fastify';
import { err, type Result } from 'neverthrow';
import { adminRouteWith } from '../access/actor.ts';
import { adminOf, adminsOnly } from '../access/admission.ts';
import { requestContext, type Throttled, throttle } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { sendExport } from '../http/export-file.ts';
import { clearSessionCookies } from '../http/session-cookies.ts';
import { sendSiteError } from '../http/site-errors.ts';

/** Enough for real requests by data subjects, too few to probe a list of e-mail addresses. */
const limit = { action: 'person', maxAttempts: 30, windowSeconds: 15 * 60 } as const;

const rejectedWith = ['invalid_email', 'invalid_phone', 'over_request_rate_limit'] as const;

/**
 * Exports or erases everything kept about one person, like `npm run privacy`. The e-mail address or phone number is in
 * the body, so that it appears in no log and no browser history. Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50.
 */
export function personRoutes(app: App, ports: Ports, config: Config): void {
  const onRequest = adminsOnly(ports, config);

  /** Whom the request is about. Errors: `invalid_email`, `invalid_phone`, `over_request_rate_limit`. */
  async function personOf(
    request: FastifyRequest<{ Body: PersonRequest }>,
  ): Promise<Result<PersonIdentifier, EmailError | PhoneError | Throttled>> {
    const { email, phone } = request.body;
    const person: Result<PersonIdentifier, EmailError | PhoneError> =
      phone === undefined
        ? checkEmail(email).map((checked) => ({ email: checked }))
        : (await findPersonPhone(ports, { phone })).map((checked) => ({ phone: checked }));
    if (person.isErr()) return err(person.error);
    const counted = await throttle(request, ports, config, limit);
    return counted.map(() => person.value);
  }

  app.post(
    '/api/admin/person/export',
    {
      onRequest,
      config: adminRouteWith<typeof personOf>()(rejectedWith),
      schema: {
        operationId: 'exportPerson',
        summary: 'Exports everything about one person',
        body: PersonRequest,
        response: { 200: PersonExport },
      },
    },
    async (request, reply) => {
      const person = await personOf(request);
      if (person.isErr()) return sendSiteError(reply, person.error);
      const context = requestContext(request);
      const by = adminOf(request).userId;
      const data = await exportPerson(ports, { person: person.value, context, by });
      return sendExport(reply, 'person.json', data);
    },
  );

  app.post(
    '/api/admin/person/erase',
    {
      onRequest,
      config: adminRouteWith<typeof personOf | typeof erasePerson>()([
        ...rejectedWith,
        'last_admin',
      ]),
      schema: {
        operationId: 'erasePerson',
        summary: 'Deletes everything about one person',
        body: PersonRequest,
        response: { 200: ErasedCounts },
      },
    },
    async (request, reply) => {
      const person = await personOf(request);
      if (person.isErr()) return sendSiteError(reply, person.error);
      const { userId } = adminOf(request);
      const erased = await erasePerson(ports, {
        person: person.value,
        context: requestContext(request),
        by: userId,
      });
      if (erased.isErr()) return sendSiteError(reply, erased.error);
      // The admin may have erased their own account.
      if (!(await ports.users.byId(userId))) clearSessionCookies(reply, config);
      return reply.send(erased.value);
    },
  );
}

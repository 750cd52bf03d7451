import { MailParams, RetriedMail, UnsentMails } from '@coachsite/adapters/contract';
import { retryMail } from '@coachsite/core/mail';
import { type AdminPorts, adminRoute, adminRouteWith } from '../access/actor.ts';
import { adminOf, adminsOnly } from '../access/admission.ts';
import { requestContext } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { sendSiteError } from '../http/site-errors.ts';
import { readUnsentMails } from '../mails/unsent-mails.ts';

/** The most mails that are listed; the counts say how many there are. */
const listedMails = 200;

/** The mails that wait or were given up. Source: docs/contract.md#3, docs/security.md#DR-13. */
export function mailRoutes(
  app: App,
  ports: AdminPorts & Pick<Ports, 'mailQueue'>,
  config: Config,
): void {
  const onRequest = adminsOnly(ports, config);

  app.get(
    '/api/admin/mails',
    {
      onRequest,
      config: adminRoute,
      schema: {
        operationId: 'listUnsentMails',
        summary: 'Lists the mails that wait or were given up',
        response: { 200: UnsentMails },
      },
    },
    async (_request, reply) => reply.send(await readUnsentMails(ports, listedMails)),
  );

  app.post(
    '/api/admin/mails/:id/retry',
    {
      onRequest,
      config: adminRouteWith<typeof retryMail>()(['mail_not_found', 'mail_content_gone']),
      schema: {
        operationId: 'retryMail',
        summary: 'Sends a mail again',
        params: MailParams,
        response: { 202: RetriedMail },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const by = { userId: adminOf(request).userId, context: requestContext(request) };
      const retried = await retryMail(ports, { id, ...by });
      if (retried.isErr()) return sendSiteError(reply, retried.error);
      return reply.code(202).send({ id });
    },
  );
}

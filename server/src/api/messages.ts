import {
  Inbox,
  InboxMessage,
  InboxQuery,
  MessageChange,
  MessageParams,
} from '@coachsite/adapters/contract';
import {
  countOpenMessages,
  deleteMessage,
  type InboxMessage as KeptMessage,
  type ReplyPromise,
  replyDueAt,
  setMessageStatus,
} from '@coachsite/core/contact';
import { timeText } from '@coachsite/core/kernel';
import { z } from 'zod';
import { adminRoute, adminRouteWith } from '../access/actor.ts';
import { adminOf, adminsOnly } from '../access/admission.ts';
import { requestContext } from '../access/throttle.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { jsonOrCsv, sendCsv } from '../http/csv.ts';
import { sendSiteError } from '../http/site-errors.ts';
import { mailProblemText } from '../mails/problem-text.ts';
import { messagesAsCsv } from './messages-csv.ts';

/** Maximum number of failed mails that the inbox lists. */
const namedFailures = 20;

/** The inbox of the admin. Source: docs/contract.md#3, docs/law-and-search.md#C7, docs/law-and-search.md#D32. */
export function messageRoutes(app: App, ports: Ports, config: Config): void {
  const onRequest = adminsOnly(ports, config);
  const path = '/api/admin/messages/:id';
  const readPromise = async () => ({
    promiseMs: config.replyPromiseMs,
    pauses: await ports.pauses.list(),
  });
  const toJson =
    (promise: ReplyPromise) =>
    ({ changedAt: _changedAt, ...message }: KeptMessage): InboxMessage => ({
      ...message,
      receivedAt: timeText(message.receivedAt),
      replyDueAt: timeText(replyDueAt(message.receivedAt, promise)),
      answeredAt: message.answeredAt === undefined ? null : timeText(message.answeredAt),
    });
  const oneMessage = adminRouteWith<typeof setMessageStatus | typeof deleteMessage>()([
    'message_not_found',
  ]);

  app.get(
    '/api/admin/messages',
    {
      onRequest,
      config: adminRoute,
      schema: {
        operationId: 'listMessages',
        summary: 'Lists the contact messages',
        querystring: InboxQuery,
        response: { 200: jsonOrCsv(Inbox) },
      },
    },
    async (request, reply) => {
      const { status, q: search, format, limit, offset } = request.query;
      const filter = { ...(status && { status }), ...(search && { search }) };
      const promise = await readPromise();
      if (format === 'csv') {
        return sendCsv(reply, 'messages.csv', messagesAsCsv(ports, filter, toJson(promise)));
      }
      const [messages, counts, open, mails, failures] = await Promise.all([
        ports.messages.list({ ...filter, limit, offset }),
        ports.messages.counts(search),
        countOpenMessages(ports, { promiseMs: promise.promiseMs }, ports.clock.now()),
        ports.mailQueue.counts(),
        ports.mailQueue.unsent(namedFailures),
      ]);
      return reply.send({
        messages: messages.map(toJson(promise)),
        summary: { new: open.new, late: open.late, dueSoon: open.dueSoon },
        counts,
        mails: {
          ...mails,
          failures: failures
            .filter(({ state }) => state === 'failed')
            .map(({ subject, problem, enqueuedAt }) => ({
              subject,
              reason: mailProblemText(problem),
              enqueuedAt: timeText(enqueuedAt),
            })),
        },
      });
    },
  );

  app.patch(
    path,
    {
      onRequest,
      config: oneMessage,
      schema: {
        operationId: 'changeMessage',
        summary: 'Changes the status of a message',
        params: MessageParams,
        body: MessageChange,
        response: { 200: InboxMessage },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { status } = request.body;
      const change = { admin: adminOf(request), id, status, context: requestContext(request) };
      const changed = await setMessageStatus(ports, change);
      if (changed.isErr()) return sendSiteError(reply, changed.error);
      return reply.send(toJson(await readPromise())(changed.value));
    },
  );

  const removal = {
    onRequest,
    config: oneMessage,
    schema: {
      operationId: 'deleteMessage',
      summary: 'Deletes a message',
      params: MessageParams,
      response: { 204: z.undefined().describe('Deleted') },
    },
  };
  app.delete(path, removal, async (request, reply) => {
    const { id } = request.params;
    const removal = { admin: adminOf(request), id, context: requestContext(request) };
    const deleted = await deleteMessage(ports, removal);
    if (deleted.isErr()) return sendSiteError(reply, deleted.error);
    return reply.code(204).send();
  });
}

import { type Clock, err, type Ids, ok, type Result } from '../kernel/index.ts';
import type { Admin } from '../roles/index.ts';
import { logEvent, type RequestContext, type SecurityLog } from '../security-log/index.ts';
import {
  type InboxMessage,
  type MessageNotFoundError,
  type MessageStatus,
  withStatus,
} from './inbox.ts';
import type { MessageStore } from './ports.ts';

/** The ports for managing messages. */
export interface ChangeMessagePorts {
  readonly messages: MessageStore;
  readonly securityLog: SecurityLog;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The message that an admin changes, and the request that it came in. */
interface MessageRequest {
  readonly admin: Admin;
  readonly id: string;
  readonly context: RequestContext;
}

const record = (
  ports: ChangeMessagePorts,
  { admin, id, context }: MessageRequest,
  status: MessageStatus | 'deleted',
) => {
  const { userId } = admin;
  return logEvent(ports, {
    actionType: 'message_change',
    userId,
    context,
    details: { id, status },
  });
};

/** Sets the status of a message and records it. Errors: `message_not_found`. */
export async function setMessageStatus(
  ports: ChangeMessagePorts,
  request: MessageRequest & { readonly status: MessageStatus },
): Promise<Result<InboxMessage, MessageNotFoundError>> {
  const { id, status } = request;
  const now = ports.clock.now();
  const changed = await ports.messages.update(id, (message) => withStatus(message, status, now));
  if (!changed) return err({ kind: 'message_not_found' });
  await record(ports, request, status);
  return ok(changed);
}

/** Deletes a message permanently and records it. Errors: `message_not_found`. Source: docs/law-and-search.md#D32. */
export async function deleteMessage(
  ports: ChangeMessagePorts,
  request: MessageRequest,
): Promise<Result<void, MessageNotFoundError>> {
  if (!(await ports.messages.remove(request.id))) return err({ kind: 'message_not_found' });
  await record(ports, request, 'deleted');
  return ok();
}

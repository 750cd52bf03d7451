import { err, ok, type Result } from 'neverthrow';
import type { Clock } from '../kernel/index.ts';
import type { Admin } from '../roles/index.ts';
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
  readonly clock: Clock;
}

/** Sets the status of a message. Errors: `message_not_found`. */
export async function setMessageStatus(
  ports: ChangeMessagePorts,
  _admin: Admin,
  id: string,
  status: MessageStatus,
): Promise<Result<InboxMessage, MessageNotFoundError>> {
  const now = ports.clock.now();
  const changed = await ports.messages.update(id, (message) => withStatus(message, status, now));
  return changed ? ok(changed) : err({ kind: 'message_not_found' });
}

/** Deletes a message permanently. Errors: `message_not_found`. Source: docs/law-and-search.md#D32. */
export async function deleteMessage(
  ports: ChangeMessagePorts,
  _admin: Admin,
  id: string,
): Promise<Result<void, MessageNotFoundError>> {
  return (await ports.messages.remove(id)) ? ok() : err({ kind: 'message_not_found' });
}

import type { Clock, Ids, JsonObject, UserId } from '../kernel/index.ts';
import { type SecurityEventKind, severityOf } from './event.ts';
import type { RequestContext, SecurityLog } from './ports.ts';

/** What logging an event needs. */
export interface SecurityLogPorts {
  readonly securityLog: SecurityLog;
  /** Reports an event logged in the background that could not be written. */
  readonly reportLostEvent: (actionType: SecurityEventKind, error: unknown) => void;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An event without time, id and severity. */
export interface ServerEvent {
  readonly actionType: SecurityEventKind;
  /** The account it is about; absent if none is known. */
  readonly userId?: UserId | undefined;
  readonly context: RequestContext;
  /** Further data, without secrets; absent if there are none. */
  readonly details?: JsonObject;
}

/** Writes a `server` row to the security log; rejects if the store fails. Source: docs/security.md#LK-13. */
export function logEvent(
  ports: Omit<SecurityLogPorts, 'reportLostEvent'>,
  event: ServerEvent,
): Promise<void> {
  return ports.securityLog.record({
    id: ports.ids.uuid(),
    at: ports.clock.now(),
    source: 'server',
    actionType: event.actionType,
    severity: severityOf(event.actionType),
    userId: event.userId,
    ip: event.context.ip,
    userAgent: event.context.userAgent,
    details: event.details ?? {},
  });
}

/**
 * Writes an event with the next shared commit, without waiting for it. A failure does not undo what the event
 * describes; it is passed to `reportLostEvent`.
 */
export function logEventInBackground(ports: SecurityLogPorts, event: ServerEvent): void {
  logEvent(ports, event).catch((error: unknown) => ports.reportLostEvent(event.actionType, error));
}

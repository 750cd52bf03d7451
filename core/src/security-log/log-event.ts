import type { Clock, Ids, JsonObject } from '../kernel/index.ts';
import { type SecurityEventKind, severityOf } from './event.ts';
import type { RequestContext, SecurityLog } from './ports.ts';

/** What logging an event needs. */
export interface SecurityLogPorts {
  readonly securityLog: SecurityLog;
  /** Receives what became of an event that nobody waits for and that could not be written. */
  readonly reportLostEvent: (actionType: SecurityEventKind, error: unknown) => void;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An event before it has its time, id and severity. */
export interface ServerEvent {
  readonly actionType: SecurityEventKind;
  readonly userId?: string | undefined;
  readonly context: RequestContext;
  readonly details?: JsonObject;
}

/** Writes a row of the server's own audit trail; rejects when the store cannot. Source: docs/security.md#LK-13. */
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
 * Writes an event without making the caller wait: it is part of the next shared commit. An event that cannot be written
 * does not undo what it describes; `reportLostEvent` receives the kind of event and the error.
 */
export function logEventInBackground(ports: SecurityLogPorts, event: ServerEvent): void {
  logEvent(ports, event).catch((error: unknown) => ports.reportLostEvent(event.actionType, error));
}

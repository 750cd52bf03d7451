import type { Clock, Ids, JsonObject } from '../kernel/index.ts';
import { type SecurityEventKind, severityOf } from './event.ts';
import type { Caller, SecurityLog } from './ports.ts';

/** What recording an event touches. */
export interface SecurityLogPorts {
  readonly securityLog: SecurityLog;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An event before it has its time, id and severity. */
export interface ServerEvent {
  readonly actionType: SecurityEventKind;
  readonly userId?: string | undefined;
  readonly caller: Caller;
  readonly details?: JsonObject;
}

/** Writes a row of the server's own audit trail. Source: LK-13. */
export function writeEvent(ports: SecurityLogPorts, event: ServerEvent): Promise<void> {
  return ports.securityLog.record({
    id: ports.ids.uuid(),
    at: ports.clock.now(),
    source: 'server',
    actionType: event.actionType,
    severity: severityOf(event.actionType),
    userId: event.userId,
    address: event.caller.address,
    userAgent: event.caller.userAgent,
    details: event.details ?? {},
  });
}

/**
 * Records an event without making the caller wait: it lands in the next shared commit. A trace that cannot be written
 * must not undo what it tells about; the store's own failure shows at the next write that counts.
 */
export function recordEvent(ports: SecurityLogPorts, event: ServerEvent): void {
  writeEvent(ports, event).catch(() => undefined);
}

import type { JsonObject } from '@coachsite/core/kernel';
import type { LoggedPerson, SecurityEvent, SecurityLog } from '@coachsite/core/security-log';
import type { Database } from './database.ts';

interface EventRow {
  readonly id: string;
  readonly at_ms: number;
  readonly source: SecurityEvent['source'];
  readonly action_type: SecurityEvent['actionType'];
  readonly severity: SecurityEvent['severity'];
  readonly user_id: string | null;
  readonly address: string;
  readonly user_agent: string;
  readonly details: string;
}

/** More rows than this from clients are not kept, the oldest go first. Source: CL-1. */
const clientRowLimit = 10_000;

const columns = 'id, at_ms, source, action_type, severity, user_id, address, user_agent, details';

function toEvent(row: EventRow): SecurityEvent {
  return {
    id: row.id,
    at: row.at_ms,
    source: row.source,
    actionType: row.action_type,
    severity: row.severity,
    userId: row.user_id ?? undefined,
    address: row.address,
    userAgent: row.user_agent,
    details: JSON.parse(row.details) as JsonObject,
  };
}

export function sqliteSecurityLog({ sql, write }: Database): SecurityLog {
  const insert = sql.prepare<EventRow>(
    `INSERT INTO security_events (id, at_ms, source, action_type, severity, user_id, address,
       user_agent, details)
     VALUES (:id, :at_ms, :source, :action_type, :severity, :user_id, :address, :user_agent,
       :details)`,
  );
  const trim = sql.prepare<[number]>(
    `DELETE FROM security_events WHERE source = 'client' AND seq <= (
       SELECT seq FROM security_events WHERE source = 'client' ORDER BY seq DESC LIMIT 1 OFFSET ?)`,
  );
  const list = sql.prepare<
    {
      actionType: string | null;
      source: string | null;
      userId: string | null;
      before: string | null;
      limit: number;
    },
    EventRow
  >(
    `SELECT ${columns}
     FROM security_events
     WHERE (:actionType IS NULL OR action_type = :actionType)
       AND (:source IS NULL OR source = :source)
       AND (:userId IS NULL OR user_id = :userId)
       AND (:before IS NULL OR seq < (SELECT seq FROM security_events WHERE id = :before))
     ORDER BY seq DESC LIMIT :limit`,
  );
  const person = `user_id IN (SELECT value FROM json_each(:userIds)) OR EXISTS (
    SELECT 1 FROM json_each(:mentions) AS mention WHERE instr(lower(details), lower(mention.value)) > 0)`;
  const about = sql.prepare<{ userIds: string; mentions: string }, EventRow>(
    `SELECT ${columns} FROM security_events WHERE ${person} ORDER BY seq DESC`,
  );
  const removeAbout = sql.prepare<{ userIds: string; mentions: string }>(
    `DELETE FROM security_events WHERE ${person}`,
  );
  const withAddress = sql.prepare<[number], { id: string; details: string }>(
    `SELECT id, details FROM security_events WHERE at_ms < ? AND instr(details, '@') > 0`,
  );
  const rewrite = sql.prepare<[string, string]>(
    'UPDATE security_events SET details = ? WHERE id = ?',
  );
  const bound = ({ userIds, mentions }: LoggedPerson) => ({
    userIds: JSON.stringify(userIds),
    mentions: JSON.stringify(mentions),
  });
  const sweep = sql.prepare<[number]>('DELETE FROM security_events WHERE at_ms < ?');
  let sinceTrim = 0;

  return {
    record: (event) =>
      write(() => {
        insert.run({
          id: event.id,
          at_ms: event.at,
          source: event.source,
          action_type: event.actionType,
          severity: event.severity,
          user_id: event.userId ?? null,
          address: event.address,
          user_agent: event.userAgent,
          details: JSON.stringify(event.details),
        });
        if (event.source !== 'client') return;
        sinceTrim += 1;
        if (sinceTrim % 100 === 1) trim.run(clientRowLimit);
      }),
    list: async ({ actionType, source, userId, before, limit }) =>
      list
        .all({
          actionType: actionType ?? null,
          source: source ?? null,
          userId: userId ?? null,
          before: before ?? null,
          limit,
        })
        .map(toEvent),
    about: async (one) => about.all(bound(one)).map(toEvent),
    removeAbout: (one) => write(() => removeAbout.run(bound(one)).changes),
    rewriteAddresses: (before, toHidden) =>
      write(() => {
        const rows = withAddress.all(before);
        for (const { id, details } of rows) {
          rewrite.run(JSON.stringify(toHidden(JSON.parse(details) as JsonObject)), id);
        }
        return rows.length;
      }),
    sweep: (before) => write(() => sweep.run(before).changes),
  };
}

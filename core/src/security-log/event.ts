import { type EpochMs, timeText } from '../kernel/index.ts';
import { loggablePath } from '../text/index.ts';

/** The action types a client may log. Source: docs/rules.md#7. */
export const clientActions = [
  'auth_success',
  'auth_failure',
  'signup_success',
  'signup_failure',
  'auth_logout',
  'admin_access',
] as const;

/** The action types that only the server logs. Source: docs/security.md#LK-13. */
export const serverActions = [
  'message_request',
  'lock',
  'unlock',
  'recovery',
  'password_change',
  'email_change',
  'phone_change',
  'factor_change',
  'identity_change',
  'session_revoked',
  'role_change',
  'account_banned',
  'account_unbanned',
  'admin_setup',
  'ebook_replaced',
  'ebook_restored',
  'facts_changed',
  'facts_restored',
  'content_change',
  'message_change',
  'pause_change',
  'launch_announced',
  'launch_changed',
  'launch_tested',
  'mail_retried',
  'data_export',
  'data_erasure',
  'keys_rotated',
] as const;

/**
 * What only admins and the operator do, and what is recorded of them alike. These events outlive the account, and no
 * bound of the log removes them. Source: docs/security.md#RB-5.
 */
export const adminActions: readonly SecurityEventKind[] = [
  'admin_access',
  'role_change',
  'account_banned',
  'account_unbanned',
  'admin_setup',
  'ebook_replaced',
  'ebook_restored',
  'facts_changed',
  'facts_restored',
  'content_change',
  'message_change',
  'pause_change',
  'launch_announced',
  'launch_changed',
  'launch_tested',
  'mail_retried',
  'data_export',
  'data_erasure',
  'keys_rotated',
];

/** An event that a browser may report. */
export type ClientAction = (typeof clientActions)[number];

/** The type of an event of the security log. */
export type SecurityEventKind = ClientAction | (typeof serverActions)[number];

/** How grave an event is. */
export type Severity = 'low' | 'medium' | 'high';

const severities: Readonly<Record<SecurityEventKind, Severity>> = {
  auth_success: 'low',
  auth_failure: 'medium',
  signup_success: 'low',
  signup_failure: 'medium',
  auth_logout: 'low',
  admin_access: 'high',
  message_request: 'low',
  lock: 'high',
  unlock: 'medium',
  recovery: 'medium',
  password_change: 'medium',
  email_change: 'medium',
  phone_change: 'medium',
  factor_change: 'medium',
  identity_change: 'medium',
  session_revoked: 'high',
  role_change: 'high',
  account_banned: 'high',
  account_unbanned: 'high',
  admin_setup: 'high',
  ebook_replaced: 'high',
  ebook_restored: 'high',
  facts_changed: 'high',
  facts_restored: 'high',
  content_change: 'high',
  message_change: 'medium',
  pause_change: 'medium',
  launch_announced: 'high',
  launch_changed: 'high',
  launch_tested: 'low',
  mail_retried: 'medium',
  data_export: 'high',
  data_erasure: 'high',
  keys_rotated: 'high',
};

/** The severity of an event; admin access is high. Source: docs/rules.md#6. */
export function severityOf(kind: SecurityEventKind): Severity {
  return severities[kind];
}

/** Whether `kind` is known to the log at all; the admin's filter takes only these. */
export function isSecurityEventKind(kind: string): kind is SecurityEventKind {
  return Object.hasOwn(severities, kind);
}

/** The table name in every entry. Source: docs/rules.md#3. */
export const securityTable = 'security_events';

/** An entry in the shape of the data service's call, hence its snake_case. */
export interface SecurityEventEntry<Kind extends SecurityEventKind = SecurityEventKind> {
  readonly action_type: Kind;
  /** The same in every entry, as the data service expects it. */
  readonly table_name: typeof securityTable;
  /** Severity, time, user agent and URL of the event. */
  readonly details: {
    readonly severity: Severity;
    /** UTC, RFC 3339. */
    readonly timestamp: string;
    readonly user_agent: string;
    readonly url: string;
  };
}

/** When and where a browser reported an event. */
export interface SecurityCircumstances {
  /** By the clock of the browser. */
  readonly now: EpochMs;
  readonly userAgent: string;
  /** The page; its query and fragment are left out of the entry. */
  readonly url: string;
}

/** Builds the entry of one event, without query, fragment and e-mail addresses. */
export function securityEvent<Kind extends SecurityEventKind>(
  kind: Kind,
  circumstances: SecurityCircumstances,
): SecurityEventEntry<Kind> {
  return {
    action_type: kind,
    table_name: securityTable,
    details: {
      severity: severityOf(kind),
      timestamp: timeText(circumstances.now),
      user_agent: circumstances.userAgent.slice(0, 300),
      url: loggablePath(circumstances.url).slice(0, 200),
    },
  };
}

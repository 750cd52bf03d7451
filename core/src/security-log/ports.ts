import type { EpochMs, JsonObject, UserId } from '../kernel/index.ts';
import type { SecurityEventKind, Severity } from './event.ts';

/** The IP and user agent of a request. */
export interface RequestContext {
  /** The IP of the client, version 4 or 6, or a word for a command. */
  readonly ip: string;
  /** What the client calls itself; empty if it does not say. */
  readonly userAgent: string;
}

/** An event of the security log. Source: docs/rules.md#3, docs/security.md#LK-13, docs/security.md#CL-3. */
export interface SecurityEvent {
  readonly id: string;
  /** When the server wrote it. */
  readonly at: EpochMs;
  /** `server` rows are the audit trail; `client` rows are reported by browsers and not trusted. */
  readonly source: 'server' | 'client';
  readonly actionType: SecurityEventKind;
  /** Follows from the type. */
  readonly severity: Severity;
  /** The account it is about; `undefined` if none is known. */
  readonly userId: UserId | undefined;
  readonly ip: string;
  /** Of the request; anything a client likes to send. */
  readonly userAgent: string;
  /** Further data; those of client rows are not trusted. */
  readonly details: JsonObject;
}

/** Selects up to `limit` events, newest first, older than the event with the id `before`. */
export interface SecurityEventQuery {
  /** Only events of this type; absent: of all. */
  readonly actionType?: SecurityEventKind | undefined;
  /** Only rows of the server, or only those of browsers; absent: both. */
  readonly source?: 'server' | 'client' | undefined;
  /** Only events about this account; absent: about all. */
  readonly userId?: UserId | undefined;
  /** The id of the last event of the page before; absent: from the newest. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** The parts of an event that clients supply, so they may contain anything. */
export type LoggedWords = Pick<SecurityEvent, 'userAgent' | 'details'>;

/** A person as identified in the log: by account, or by mentions in the text of events. */
export interface LoggedPerson {
  /** The ids of the person's accounts. */
  readonly userIds: readonly string[];
  /** The e-mail address and its pseudonym, or the phone number. */
  readonly mentions: readonly string[];
}

/** Generates stable pseudonyms that cannot be reversed without the key. Source: docs/law-and-search.md#D53. */
export interface Pseudonyms {
  /** The pseudonym of a text: the same text always gives the same one, which nobody can compute without the key. */
  readonly of: (text: string) => string;
}

/**
 * The security log. The number of client rows is capped, and so is the number of events that anybody can cause. Beyond
 * the cap, the oldest events of the network that caused the most are removed; events of severity `high` only if there
 * are no others. Source: docs/security.md#CL-1, docs/security.md#LK-13.
 */
export interface SecurityLog {
  /** Adds one event. */
  readonly record: (event: SecurityEvent) => Promise<void>;
  /** The events that a query selects, newest first. */
  readonly list: (query: SecurityEventQuery) => Promise<readonly SecurityEvent[]>;
  /** All events about one person, newest first. Source: docs/law-and-search.md#D50. */
  readonly about: (person: LoggedPerson) => Promise<readonly SecurityEvent[]>;
  /**
   * Removes the events about one person, except server events of the types `kept`, and returns the count.
   * Source: docs/law-and-search.md#D50, docs/security.md#RB-5.
   */
  readonly removeAbout: (
    person: LoggedPerson,
    kept?: readonly SecurityEventKind[],
  ) => Promise<number>;
  /**
   * Rewrites the text of events older than `before` that contains one of `emailMarkers`; returns how many
   * changed. `rewrite` is pure and returns `undefined` for no change. Source: docs/law-and-search.md#D53.
   */
  readonly rewriteEmails: (
    before: EpochMs,
    rewrite: (words: LoggedWords) => LoggedWords | undefined,
  ) => Promise<number>;
  /** Removes events older than `before` and returns the count. Source: docs/security.md#PR-2. */
  readonly sweep: (before: EpochMs) => Promise<number>;
}

import type { EpochMs, JsonObject } from '../kernel/index.ts';
import type { SecurityEventKind, Severity } from './event.ts';

/** Where a request comes from: its IP address and the program that sent it. */
export interface RequestContext {
  readonly ip: string;
  readonly userAgent: string;
}

/** One row of the security log. Source: docs/rules.md#3, docs/security.md#LK-13, docs/security.md#CL-3. */
export interface SecurityEvent {
  readonly id: string;
  readonly at: EpochMs;
  /** `server` rows are the audit trail; `client` rows are what a browser claims. */
  readonly source: 'server' | 'client';
  readonly actionType: SecurityEventKind;
  readonly severity: Severity;
  readonly userId: string | undefined;
  readonly ip: string;
  readonly userAgent: string;
  readonly details: JsonObject;
}

/** Which events to show: newest first, `limit` at most, older than the event with the id `before`. */
export interface SecurityEventQuery {
  readonly actionType?: SecurityEventKind | undefined;
  readonly source?: 'server' | 'client' | undefined;
  readonly userId?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

/** What callers wrote themselves, so it may hold anything. */
export type LoggedWords = Pick<SecurityEvent, 'userAgent' | 'details'>;

/** One person, as the log may know them: by account, and by the words somebody wrote into an event. */
export interface LoggedPerson {
  readonly userIds: readonly string[];
  /** An address, and what takes its place once it is hidden. */
  readonly mentions: readonly string[];
}

/** Gives a text a name that stays the same and leads nowhere without the key. Source: docs/law-and-search.md#D53. */
export interface Pseudonyms {
  readonly of: (text: string) => string;
}

/** The security event log. Client rows are capped in number, the oldest go first. Source: docs/security.md#CL-1. */
export interface SecurityLog {
  readonly record: (event: SecurityEvent) => Promise<void>;
  readonly list: (query: SecurityEventQuery) => Promise<readonly SecurityEvent[]>;
  /** Every event about one person, newest first. Source: docs/law-and-search.md#D50. */
  readonly about: (person: LoggedPerson) => Promise<readonly SecurityEvent[]>;
  /** Removes the events about one person and returns how many. Source: docs/law-and-search.md#D50. */
  readonly removeAbout: (person: LoggedPerson) => Promise<number>;
  /**
   * Rewrites the words of the events older than `before` that hold one of `emailMarkers`, in one step, where `rewrite`
   * gives others; returns how many were rewritten. `rewrite` is pure. Source: docs/law-and-search.md#D53.
   */
  readonly rewriteEmails: (
    before: EpochMs,
    rewrite: (words: LoggedWords) => LoggedWords | undefined,
  ) => Promise<number>;
  /** Removes events older than `before` and returns how many. Source: docs/security.md#PR-2. */
  readonly sweep: (before: EpochMs) => Promise<number>;
}

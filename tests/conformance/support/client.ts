import { systemClock } from '@coachsite/adapters/system';
import {
  type AuthChangeEvent,
  createClient,
  type Session,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { goodPassword, newEmail } from '../../support/auth-client.ts';
import type { ReadMail, TestServer } from '../../support/server.ts';

/** The published client, unchanged, and the events it emitted. */
export interface Connected {
  readonly client: SupabaseClient;
  readonly auth: SupabaseClient['auth'];
  readonly events: readonly AuthChangeEvent[];
  /** What the client has stored. */
  readonly stored: ReadonlyMap<string, string>;
}

/** A client as a program makes it; only the timer that refreshes in the background is off. */
export async function connect(
  server: Pick<TestServer, 'url' | 'config'>,
  flowType: 'implicit' | 'pkce' = 'implicit',
  experimental: { readonly recoveryCodes?: boolean } = {},
): Promise<Connected> {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const client = createClient(server.url, server.config.publishableKey, {
    auth: { flowType, storage, autoRefreshToken: false, experimental },
  });
  const events: AuthChangeEvent[] = [];
  const isReady = new Promise<void>((resolve) => {
    client.auth.onAuthStateChange((event) => {
      events.push(event);
      resolve();
    });
  });
  await isReady;
  return { client, auth: client.auth, events, stored };
}

/** The value, which must exist. */
export function need<T>(value: T | null | undefined, what = 'value'): T {
  if (value === null || value === undefined) throw new Error(`There is no ${what}`);
  return value;
}

/** A client with a fresh account that is signed in; the server must confirm accounts by itself. */
export async function member(
  server: TestServer,
  email = newEmail(),
  flowType: 'implicit' | 'pkce' = 'implicit',
): Promise<Connected & { readonly email: string; readonly session: Session }> {
  const connected = await connect(server, flowType);
  const { data, error } = await connected.auth.signUp({ email, password: goodPassword });
  if (error) throw error;
  return { ...connected, email, session: need(data.session, 'session') };
}

/** The newest mail to an address. */
export async function lastMail(server: TestServer, email: string): Promise<ReadMail> {
  return need((await server.outbox(email)).at(-1), `mail to ${email}`);
}

/** The code of the newest mail that has one: a notice, of a lock or a device, may have come after it. */
export async function lastCode(server: TestServer, email: string): Promise<string> {
  const codes = (await server.outbox(email)).flatMap(({ code }) => code ?? []);
  return need(codes.at(-1), `code in a mail to ${email}`);
}

/** The newest mail with a link that has a secret. */
export async function lastLink(server: TestServer, email: string): Promise<ReadMail> {
  const mails = (await server.outbox(email)).filter(({ link }) => link !== undefined);
  return need(mails.at(-1), `link in a mail to ${email}`);
}

/**
 * The `/verify` URL of the service for the link of a mail, with the query of the link.
 * Source: docs/wire.md#4.4.
 */
export function linkOf(server: TestServer, mail: ReadMail): string {
  return `${server.url}/auth/v1/verify${need(mail.link, 'link').search}`;
}

/** The secret of the link of a mail. */
export function hashOf(mail: ReadMail): string {
  const { searchParams } = need(mail.link, 'link');
  return need(searchParams.get('token_hash') ?? searchParams.get('token'), 'token');
}

/** The claims of a token, unchecked. */
export function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly aal: string;
    readonly amr: readonly {
      readonly method: string;
      readonly timestamp: number;
      readonly provider?: string;
    }[];
    readonly session_id: string;
    readonly sub: string;
    readonly exp: number;
    readonly iat: number;
    readonly [claim: string]: unknown;
  };
}

const systemNow = systemClock.now;
let ahead = 0;
let heldAt: number | undefined;
const now = () => (heldAt ?? Date.now()) + ahead;

/**
 * Lets the clock of the servers in this process run ahead, further with every call: tests wait for no clock. It never
 * goes back, because the server relies on that.
 */
export function advance(server: TestServer, ms: number): void {
  ahead += ms;
  Object.assign(server.ports.clock, { now });
}

/** Stops that clock, so that only `advance` moves it; a busy machine changes nothing then. Returns what lets it run again. */
export function holdClock(server: TestServer): () => void {
  heldAt = Date.now();
  Object.assign(server.ports.clock, { now });
  return () => {
    heldAt = undefined;
  };
}

/** Gives the servers of the next file the clock of the system again. */
export function restoreClock(): void {
  Object.assign(systemClock, { now: systemNow });
  ahead = 0;
  heldAt = undefined;
}

/** A wrong code that is not `code`. */
export const otherCode = (code = ''): string => (code === '111111' ? '222222' : '111111');

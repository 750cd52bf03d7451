import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { need } from '../../conformance/support/client.ts';
import { type Body, goodPassword, newEmail } from '../auth-client.ts';
import type { TestServer } from '../server.ts';
import { firstPersonOf, type Outcome, type Person, personOf } from './person.ts';
import type { ClientVersion, Lack } from './versions.ts';

/** `createClient` of a version. */
export type CreateClient = (url: string, key: string, options: Body) => unknown;

/** Where a client runs: old versions bring a `fetch` of their own for Node. */
export type Place = 'as in a browser' | 'as on Node';

/** Clients of one version, and what is expected of all that they return. */
export function clientsOf(
  client: ClientVersion,
  createClient: CreateClient,
  server: TestServer,
  place: Place,
) {
  const has = (lack: Lack) => !client.lacks.includes(lack);
  let sent: RequestInit = {};

  const connect = (
    flowType: 'implicit' | 'pkce' = 'implicit',
    stored = new Map<string, string>(),
  ): Person => {
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    const recording: typeof fetch = (input, init) => {
      sent = init ?? {};
      return fetch(input, init);
    };
    const global = place === 'as in a browser' ? { fetch: recording } : {};
    const options = has('names')
      ? { auth: { storage, flowType, autoRefreshToken: false }, global }
      : { localStorage: storage, autoRefreshToken: false, ...global };
    const made = createClient(server.url, server.config.publishableKey, options);
    return has('names') ? personOf(made as SupabaseClient) : firstPersonOf(made);
  };

  return {
    has,
    connect,
    /** What the last request of a browser was. */
    sent: () => sent,
    /** Somebody who has just signed up. */
    member: async (person = connect()) => {
      const email = newEmail();
      const { error, session } = await person.signUp(email, goodPassword);
      expect(error).toBeNull();
      return { person, email, session: need(session, 'session') };
    },
    /** An error as the version shows it: those without codes have the status and a sentence. */
    failed: ({ error, session }: Partial<Outcome>, status: number, code: string) => {
      expect(session ?? null).toBeNull();
      expect([error?.status, error?.code]).toEqual([status, has('code') ? code : undefined]);
      expect(error?.message).toMatch(/^[A-Z][^{}]+$/);
    },
    signedIn: ({ error, session }: Outcome, email: string) => {
      expect([error, session?.user.email]).toEqual([null, email]);
      return need(session, 'session');
    },
  };
}

import { describe, expect, test } from 'vitest';
import { openBrowser } from '../../conformance/support/browser.ts';
import {
  claimsOf,
  hashOf,
  lastCode,
  lastLink,
  linkOf,
  need,
  otherCode,
} from '../../conformance/support/client.ts';
import { goodPassword, newEmail, otherPassword } from '../auth-client.ts';
import { makePdf } from '../pdf.ts';
import { codeOf } from '../second-factor.ts';
import type { TestServer } from '../server.ts';
import { type CreateClient, clientsOf, type Place } from './connect.ts';
import { type ClientVersion, calls, type Lack, lacks } from './versions.ts';

const ebook = 'free-guide.pdf';

/**
 * What everybody does with an account, through one version of the published client: the same for all, but for what
 * the table of docs/wire.md#16 says. The server sends mails without an interval. Returns how many steps it had, once it
 * has run.
 */
export function journey(
  client: ClientVersion,
  createClient: CreateClient,
  server: TestServer,
  place: Place = 'as in a browser',
): () => number {
  const clients = clientsOf(client, createClient, server, place);
  const { has, connect, member, failed, signedIn } = clients;
  let steps = 0;
  const step = (name: string, run: () => Promise<void>) => {
    steps += 1;
    test(name, run);
  };

  describe(`docs/wire.md#16 supabase-js ${client.version}, ${place}`, () => {
    const wire = 'has the calls that the table grants it, and sends what it says';
    const checkWire = async () => {
      const { person } = await member();
      const { auth } = person.client;
      const named = Object.entries(calls).filter(([, call]) => auth[call] !== undefined);
      expect(named.map(([lack]) => lack)).toEqual(
        Object.keys(calls).filter((lack) => has(lack as Lack)),
      );
      const password = { password: otherPassword, current_password: goodPassword };
      expect((await person.change(password)).error).toBeNull();
      expect(JSON.parse(String(clients.sent().body))).toMatchObject(password);
      const headers = new Headers(clients.sent().headers);
      const name = new RegExp(`^supabase-js(?:-node)?/${client.version}(?:;|$)`);
      expect(headers.get('x-client-info')).toMatch(name);
      expect(headers.get('x-supabase-api-version')).toBe(has('code') ? '2024-01-01' : null);
    };
    if (place === 'as in a browser') step(wire, checkWire);

    step('signs up, and not twice, and not with a weak password', async () => {
      const { person, email, session } = await member();
      expect((await person.session())?.access_token).toBe(session.access_token);
      failed(await connect().signUp(email, otherPassword), 422, 'user_already_exists');
      failed(await connect().signUp(newEmail(), 'geheim'), 422, 'weak_password');
    });

    step('signs in with the right password alone', async () => {
      const { email } = await member();
      const person = connect();
      failed(await person.signIn(email, otherPassword), 400, 'invalid_credentials');
      signedIn(await person.signIn(email, goodPassword), email);
    });

    step(has('kept') ? 'keeps its session' : lacks.kept, async () => {
      const stored = new Map<string, string>();
      const { session } = await member(connect('implicit', stored));
      const kept = await connect('implicit', stored).session();
      expect(kept?.refresh_token).toBe(has('kept') ? session.refresh_token : undefined);
    });

    step('refreshes its session', async () => {
      const { person, email, session } = await member();
      const refreshed = signedIn(await person.refresh(), email);
      expect(refreshed.refresh_token).not.toBe(session.refresh_token);
      expect((await person.session())?.refresh_token).toBe(refreshed.refresh_token);
    });

    step('changes what is known of the user', async () => {
      const { person } = await member();
      const { error, user } = await person.change({ data: { language: 'nl' } });
      expect([error, user?.user_metadata.language]).toEqual([null, 'nl']);
    });

    step('changes the password soon after signing in', async () => {
      const { person, email } = await member();
      const current = { current_password: goodPassword };
      failed(await person.change({ password: 'geheim', ...current }), 422, 'weak_password');
      expect((await person.change({ password: otherPassword, ...current })).error).toBeNull();
      failed(await connect().signIn(email, goodPassword), 400, 'invalid_credentials');
      signedIn(await connect().signIn(email, otherPassword), email);
    });

    step('resets a forgotten password with the code of the mail', async () => {
      const { email } = await member();
      const person = connect();
      expect((await person.askReset(email)).error).toBeNull();
      const token = await lastCode(server, email);
      signedIn(await person.verify({ email, token, type: 'recovery' }), email);
      expect((await person.change({ password: otherPassword })).error).toBeNull();
      signedIn(await connect().signIn(email, otherPassword), email);
    });

    step('signs in with a code that was mailed', async () => {
      const email = newEmail();
      const person = connect();
      expect((await person.askCode(email)).error).toBeNull();
      const token = await lastCode(server, email);
      const type = 'magiclink';
      failed(await person.verify({ email, token: otherCode(token), type }), 403, 'otp_expired');
      signedIn(await person.verify({ email, token, type }), email);
      failed(await connect().verify({ email, token, type }), 403, 'otp_expired');
    });

    step(has('hash') ? 'signs in with the hash of a mailed link' : lacks.hash, async () => {
      const { email } = await member();
      const person = connect();
      await person.askCode(email);
      const token_hash = hashOf(await lastLink(server, email));
      const outcome = await person.verify({ token_hash, type: 'magiclink' });
      if (has('hash')) signedIn(outcome, email);
      else failed(outcome, 400, 'validation_failed');
    });

    if (has('pkce'))
      step('signs in with a link of a PKCE flow', async () => {
        const { email } = await member();
        const person = connect('pkce');
        expect((await person.askCode(email)).error).toBeNull();
        const { headers } = await openBrowser().step(linkOf(server, await lastLink(server, email)));
        const code = new URL(headers.get('location') ?? '').searchParams.get('code');
        const { data, error } = await person.client.auth.exchangeCodeForSession(code);
        expect([error, data.user?.email]).toEqual([null, email]);
      });

    if (has('mfa'))
      step('verifies a second factor', async () => {
        const { person } = await member();
        const { mfa } = person.client.auth;
        const { data, error } = await mfa.enroll({ factorType: 'totp' });
        expect([error, data.totp.qr_code]).toEqual([
          null,
          expect.stringMatching(/^data:image\/svg/),
        ]);
        const challenged = await mfa.challenge({ factorId: data.id });
        const factor = { factorId: data.id, challengeId: challenged.data.id };
        const code = codeOf(data.totp.secret);
        const wrong = await mfa
          .verify({ ...factor, code: otherCode(code) })
          .catch((thrown: unknown) => ({ error: thrown, isThrown: true }));
        expect(wrong.isThrown ?? false).toBe(!has('thrown'));
        failed(wrong, 422, 'mfa_verification_failed');
        expect((await mfa.verify({ ...factor, code })).error).toBeNull();
        const { access_token } = need(await person.session(), 'session');
        expect(claimsOf(access_token).aal).toBe('aal2');
        const { data: level } = await mfa.getAuthenticatorAssuranceLevel();
        expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
      });

    step(has('scopes') ? 'signs out in each scope' : lacks.scopes, async () => {
      for (const scope of ['global', 'local', 'others'] as const) {
        const { person, email } = await member();
        const other = connect();
        await other.signIn(email, goodPassword);
        expect((await person.signOut(scope)).error).toBeNull();
        const isOwnKept = scope === 'others' && has('scopes');
        const isOtherKept = scope === 'local' && has('scopes');
        expect((await person.session()) !== null).toBe(isOwnKept);
        expect((await other.refresh()).error === null).toBe(isOtherKept);
      }
    });

    step('reads its own rows: a list, one, or none without an error', async () => {
      const { person, session } = await member();
      const roles = () =>
        person.client.from('user_roles').select('role').eq('user_id', session.user.id);
      expect(await roles().maybeSingle()).toMatchObject({ data: null, error: null });
      expect((await roles().single()).error).toMatchObject({ code: 'PGRST116' });
      await server.ports.roles.grant(session.user.id, 'admin', Date.now());
      expect((await roles()).data).toEqual([{ role: 'admin' }]);
      expect((await roles().single()).data).toEqual({ role: 'admin' });
      expect((await roles().maybeSingle()).data).toEqual({ role: 'admin' });
      const attempt = {
        identifier: session.user.id,
        action_type: 'journey',
        max_attempts: 1,
        time_window_minutes: 1,
      };
      expect((await person.client.rpc('check_rate_limit', attempt)).data).toBe(true);
      expect((await person.client.rpc('check_rate_limit', attempt)).data).toBe(false);
    });

    step('an admin puts an e-book there, which everybody downloads', async () => {
      const { person, session } = await member();
      const bytes = makePdf({ marker: client.version });
      const type = { contentType: 'application/pdf' };
      const file =
        place === 'as in a browser'
          ? new Blob([bytes], { type: type.contentType })
          : Buffer.from(bytes);
      const put = () =>
        person.client.storage.from('ebook').upload(ebook, file, { upsert: true, ...type });
      const mayNot = /^new row violates/;
      expect((await put()).error?.message).toMatch(mayNot);
      if (place === 'as in a browser') {
        const stream = new Blob([bytes]).stream();
        // Whether it arrives shows in the refusal, which costs no look into the file.
        const { error } = await person.client.storage
          .from('ebook')
          .upload(ebook, stream, { duplex: 'half', ...type })
          .catch((thrown: unknown) => ({ error: thrown }));
        expect(mayNot.test(error?.message)).toBe(has('streams'));
      }
      await server.ports.roles.grant(session.user.id, 'admin', Date.now());
      expect((await put()).error).toBeNull();
      const { data, error } = await connect().client.storage.from('ebook').download(ebook);
      expect(error).toBeNull();
      expect(Buffer.from(await data.arrayBuffer()).equals(bytes)).toBe(true);
      const response = await fetch(connect().publicUrl('ebook', ebook));
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
      expect(
        (await connect().client.storage.from('ebook').download('other.pdf')).error,
      ).not.toBeNull();
    });
  });
  return () => steps;
}

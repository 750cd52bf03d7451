import { hourMs, minuteMs } from '@coachsite/core/kernel';
import { exportAccount } from '@coachsite/core/privacy';
import { describe, expect, test } from 'vitest';
import { context, memberSite } from './support/member-site.ts';
import {
  added,
  begin,
  elsewhere,
  email,
  kindOf,
  owner,
  register,
  titan,
} from './support/passkeys.ts';

describe('adding a passkey', () => {
  test('keeps what the authenticator made, tells the owner and is in the log', async () => {
    const { site, current, device, passkey } = await owner();
    expect(passkey).toEqual({
      id: passkey.id,
      userId: current.user.id,
      credentialId: device.credentialId,
      publicKey: 'key-1',
      counter: 0,
      aaguid: titan,
      transports: ['internal'],
      isBackedUp: true,
      friendlyName: 'Google Titan',
      createdAt: site.clock.now(),
      lastUsedAt: undefined,
    });
    expect(await site.ports.passkeys.ofUser(current.user.id)).toEqual([passkey]);
    expect(site.mailTo(email)).toEqual({ kind: 'passkey_added', to: email, language: 'en' });
    const [event] = await site.ports.securityLog.list({ limit: 1 });
    expect(event).toMatchObject({
      ...elsewhere,
      actionType: 'factor_change',
      userId: current.user.id,
      details: { factor_type: 'passkey', factor_id: passkey.id, change: 'added' },
    });
    const { user } = current;
    const data = await exportAccount(site.ports, { userId: user.id, context });
    expect(data?.passkeys).toEqual([passkey]);
  });

  test('asks an authenticator for another one than it has', async () => {
    const { site, current, device } = await owner();
    const { options } = (await begin(site, current))._unsafeUnwrap();
    expect(options.excludeCredentials).toMatchObject([{ id: device.credentialId }]);
    expect(options.authenticatorSelection).toMatchObject({ userVerification: 'preferred' });
  });

  test('an owner without an e-mail address gets no mail', async () => {
    const site = memberSite();
    const current = await site.member(email);
    const { user } = current;
    const mails = site.ports.messenger.sent.length;
    const bare = { ...current, user: { ...user, email: undefined, phoneConfirmedAt: 1 } };
    await added(site, bare);
    expect(site.ports.messenger.sent).toHaveLength(mails);
  });

  test('needs a session younger than ten minutes, forwards and backwards', async () => {
    const site = memberSite();
    const current = await site.member(email);
    site.clock.advance(10 * minuteMs - 1);
    expect(kindOf(await begin(site, current))).toBe('ok');
    site.clock.advance(1);
    expect(kindOf(await begin(site, current))).toBe('reauthentication_needed');
    site.clock.set(current.session.createdAt - 10 * minuteMs);
    expect(kindOf(await begin(site, current))).toBe('reauthentication_needed');
    site.clock.set(current.session.createdAt - 1);
    expect(kindOf(await begin(site, current))).toBe('ok');
  });

  test('needs the second factor once there is one, used less than ten minutes ago', async () => {
    const { site, current } = await owner();
    const begun = (await begin(site, current))._unsafeUnwrap();
    await site.protect(current.user.id);
    expect(kindOf(await begin(site, current))).toBe('insufficient_aal');
    const made = await register(site, current, begun, site.authenticator());
    expect(kindOf(made)).toBe('insufficient_aal');
    const { session } = current;
    site.clock.advance(hourMs);
    const totp = { method: 'totp', at: site.clock.now(), factorId: 'factor' } as const;
    const raised = { ...current, session: { ...session, amr: [...session.amr, totp] } };
    site.clock.advance(10 * minuteMs);
    expect(kindOf(await begin(site, raised))).toBe('reauthentication_needed');
    site.clock.advance(-1);
    const begunLater = (await begin(site, raised))._unsafeUnwrap();
    const done = await register(site, raised, begunLater, site.authenticator());
    expect(kindOf(done)).toBe('ok');
  });

  test('is not for accounts that nobody confirmed, or that a provider manages', async () => {
    const site = memberSite();
    const current = await site.member(email);
    const begun = (await begin(site, current))._unsafeUnwrap();
    const { user } = current;
    const [identity] = user.identities;
    const cases = [
      [{ emailConfirmedAt: undefined }, 'email_not_confirmed'],
      [{ emailConfirmedAt: undefined, email: undefined }, 'phone_not_confirmed'],
      [{ bannedUntil: Number.POSITIVE_INFINITY }, 'user_banned'],
      [{ identities: [{ ...identity, provider: 'sso:1' }] }, 'user_sso_managed'],
    ] as const;
    for (const [change, kind] of cases) {
      const other = { ...current, user: { ...user, ...change } as typeof user };
      expect(kindOf(await begin(site, other))).toBe(kind);
      const made = await register(site, other, begun, site.authenticator());
      expect(kindOf(made)).toBe(kind);
    }
    // Nothing used the challenge up.
    const made = await register(site, current, begun, site.authenticator());
    expect(kindOf(made)).toBe('ok');
  });

  test('is asked for 30 times in 15 minutes', async () => {
    const site = memberSite();
    const current = await site.member(email);
    for (let i = 0; i < 30; i += 1) expect(kindOf(await begin(site, current))).toBe('ok');
    const limited = await begin(site, current);
    expect(limited._unsafeUnwrapErr()).toEqual({
      kind: 'over_request_rate_limit',
      retryAfterSeconds: 900,
    });
    const other = await site.member('bob@example.com');
    expect(kindOf(await begin(site, other))).toBe('ok');
  });

  test('ends at ten, also of two at once, and the eleventh is not asked for', async () => {
    const site = memberSite();
    const current = await site.member(email);
    for (let i = 0; i < 9; i += 1) await added(site, current);
    const both = [await begin(site, current), await begin(site, current)];
    const done = await Promise.all(
      both.map((begun) => register(site, current, begun._unsafeUnwrap(), site.authenticator())),
    );
    expect(done.map(kindOf).toSorted()).toEqual(['ok', 'too_many_passkeys']);
    expect(kindOf(await begin(site, current))).toBe('too_many_passkeys');
  });

  test('of a response for something else fails, is in the log, and uses the challenge up', async () => {
    const site = memberSite();
    const current = await site.member(email);
    const begun = (await begin(site, current))._unsafeUnwrap();
    const device = site.authenticator();
    const wrong = await register(site, current, begun, device, { id: 'evil.example' });
    expect(kindOf(wrong)).toBe('webauthn_verification_failed');
    expect((await site.logged('auth_failure')).at(-1)).toEqual({
      userId: current.user.id,
      reason: 'webauthn_verification_failed',
      change: 'added',
    });
    const [event] = await site.ports.securityLog.list({ limit: 1 });
    expect(event).toMatchObject(elsewhere);
    const again = await register(site, current, begun, device);
    expect(kindOf(again)).toBe('webauthn_challenge_not_found');
  });

  test('by an admin needs the verification of the user', async () => {
    const site = memberSite();
    const current = await site.member(email);
    await site.ports.roles.grant(current.user.id, 'admin', 1);
    const begun = (await begin(site, current))._unsafeUnwrap();
    expect(begun.options.authenticatorSelection).toMatchObject({ userVerification: 'required' });
    const said = { isUserVerified: false };
    const made = await register(site, current, begun, site.authenticator(), said);
    expect(kindOf(made)).toBe('user_verification_required');
    await added(site, current);
  });

  test('of a credential that is known adds nothing, and tells nobody', async () => {
    const { site, current, device } = await owner();
    const mails = site.ports.messenger.sent.length;
    const begun = (await begin(site, current))._unsafeUnwrap();
    const again = await register(site, current, begun, device);
    expect(kindOf(again)).toBe('webauthn_credential_exists');
    expect(site.ports.messenger.sent).toHaveLength(mails);
  });
});

import { resetFactorsOf } from '@coachsite/core/admins';
import { signInWithIdToken } from '@coachsite/core/federation';
import { hourMs, minuteMs, ok } from '@coachsite/core/kernel';
import { removePasskey, renamePasskey, resetPasskeys } from '@coachsite/core/passkey';
import type { CurrentUser } from '@coachsite/core/session';
import { signUp } from '@coachsite/core/sign-in';
import { describe, expect, test } from 'vitest';
import { context, link, password } from './support/member-site.ts';
import {
  added,
  begin,
  elsewhere,
  email,
  kindOf,
  owner,
  register,
  settings,
  signIn,
} from './support/passkeys.ts';

describe('the passkeys of an account', () => {
  const own = (current: CurrentUser) =>
    ({ ...current, language: 'en', context: elsewhere }) as const;

  test('are renamed, which is in the log and needs no fresh session', async () => {
    const { site, current, passkey } = await owner();
    site.clock.advance(hourMs);
    const request = { ...own(current), passkeyId: passkey.id };
    const renamed = await renamePasskey(site.ports, { ...request, name: ' phone ' });
    expect(renamed._unsafeUnwrap()).toEqual({ ...passkey, friendlyName: 'phone' });
    const change = { factor_type: 'passkey', factor_id: passkey.id, change: 'renamed' };
    expect((await site.logged('factor_change')).at(-1)).toEqual({
      userId: passkey.userId,
      ...change,
    });
    const count = (await site.events()).length;
    expect(kindOf(await renamePasskey(site.ports, { ...request, name: ' ' }))).toBe(
      'passkey_name_invalid',
    );
    const unknown = { ...request, passkeyId: 'none', name: 'phone' };
    expect(kindOf(await renamePasskey(site.ports, unknown))).toBe('passkey_not_found');
    expect(await site.events()).toHaveLength(count);
  });

  test('are removed with the other sessions that began with them, and their owner is told', async () => {
    const { site, current, device, passkey } = await owner();
    const { id } = current.user;
    const second = await added(site, current);
    const begun = (await signIn(site, device, id))._unsafeUnwrap();
    const other = (await signIn(site, device, id, { isBackedUp: false }))._unsafeUnwrap();
    const kept = (await signIn(site, second.device, id))._unsafeUnwrap();
    const remover = await site.current(other);
    const request = { ...own(remover), passkeyId: passkey.id };
    expect(kindOf(await removePasskey(site.ports, request))).toBe('ok');
    const left = (await site.ports.sessions.ofUser(id)).map((session) => session.id);
    expect(left.toSorted()).toEqual(
      [current.session.id, other.session.id, kept.session.id].toSorted(),
    );
    expect(left).not.toContain(begun.session.id);
    const amrOf = async ({ session }: typeof other) =>
      (await site.ports.sessions.byId(session.id))?.amr;
    const [used] = other.session.amr;
    expect(used?.userVerified).toBe(true);
    expect(await amrOf(other)).toEqual([{ ...used, userVerified: false }]);
    expect(await amrOf(kept)).toEqual(kept.session.amr);
    expect(await site.ports.passkeys.ofUser(id)).toHaveLength(1);
    expect(site.mailTo(email)).toEqual({ kind: 'passkey_removed', to: email, language: 'en' });
    const change = { factor_type: 'passkey', factor_id: passkey.id, change: 'removed' };
    expect((await site.logged('factor_change')).at(-1)).toEqual({ userId: id, ...change });
    const mails = site.ports.messenger.sent.length;
    expect(kindOf(await removePasskey(site.ports, request))).toBe('passkey_not_found');
    expect(site.ports.messenger.sent).toHaveLength(mails);
    site.clock.advance(10 * minuteMs);
    const late = { ...request, passkeyId: second.passkey.id };
    expect(kindOf(await removePasskey(site.ports, late))).toBe('reauthentication_needed');
  });

  test('all go when the operator resets the factors, with the sessions that began with them', async () => {
    const { site, current, device } = await owner();
    const { id } = current.user;
    await added(site, current);
    const begun = (await signIn(site, device, id))._unsafeUnwrap();
    // One that used a second factor, too.
    await site.ports.sessions.change(begun.session.id, (session) => {
      const totp = { method: 'totp', at: 1, factorId: 'factor' } as const;
      return { session: { ...session, amr: [totp, ...session.amr] }, result: undefined };
    });
    const mails = site.ports.messenger.sent.length;
    const reset = async () =>
      (await resetFactorsOf(site.ports, { recipient: email, context: elsewhere }))._unsafeUnwrap();
    expect(await reset()).toEqual({ factors: 0, passkeys: 2 });
    expect(await site.ports.passkeys.ofUser(id)).toEqual([]);
    expect(await site.ports.sessions.byId(begun.session.id)).toBeUndefined();
    expect(await site.ports.sessions.byId(current.session.id)).toBeDefined();
    expect(site.ports.messenger.sent.slice(mails)).toEqual([
      { kind: 'passkey_removed', to: email, language: 'nl' },
    ]);
    const [event] = await site.ports.securityLog.list({ limit: 1 });
    expect(event).toMatchObject({
      ...elsewhere,
      actionType: 'factor_change',
      userId: id,
      details: { change: 'reset', passkeys: 2 },
    });
    const count = (await site.logged('factor_change')).length;
    expect(await reset()).toEqual({ factors: 0, passkeys: 0 });
    expect(await site.logged('factor_change')).toHaveLength(count + 1);
    expect(site.ports.messenger.sent).toHaveLength(mails + 1);
  });

  test('go when the owner of an unconfirmed address comes by a provider', async () => {
    const { site, passkey } = await owner();
    const stranger = 'bob@example.com';
    const request = { email: stranger, password, data: {}, link, context };
    (await signUp(site.ports, settings, request))._unsafeUnwrap();
    const { id = '' } = (await site.userOf(stranger)) ?? {};
    const left = { ...passkey, id: 'left', userId: id, credentialId: 'left' };
    (await site.ports.passkeys.add(left, () => ok()))?._unsafeUnwrap();
    const claims = { sub: 'person-1', email: stranger, email_verified: true };
    const token = {
      provider: { name: 'partner' },
      idToken: site.provider.idToken(claims),
      ...{ accessToken: undefined, nonce: undefined, linkTo: undefined, link, context },
    };
    (await signInWithIdToken(site.ports, settings, token))._unsafeUnwrap();
    expect(await site.ports.passkeys.ofUser(id)).toEqual([]);
    expect(await site.ports.passkeys.ofUser(passkey.userId)).toHaveLength(1);
  });

  test('without an account there is nothing to reset', async () => {
    const { site, current } = await owner();
    await site.ports.passkeys.clear(current.user.id);
    await site.ports.users.remove(current.user.id);
    expect(await resetPasskeys(site.ports, { user: current.user, context })).toBe(0);
  });

  test('no change is completed once the session has ended, but one is under a new stamp', async () => {
    const { site, current, passkey } = await owner();
    const { id } = current.user;
    const request = { ...own(current), passkeyId: passkey.id };
    const others = () => site.ports.sessions.removeOfUser(id, current.session.id);
    // A new stamp, and this session is still there: as after a new password of its own.
    await others();
    const begun = (await begin(site, current))._unsafeUnwrap();
    const made = await register(site, current, begun, site.authenticator());
    expect(kindOf(made)).toBe('ok');
    expect(kindOf(await renamePasskey(site.ports, { ...request, name: 'phone' }))).toBe('ok');
    const next = (await begin(site, current))._unsafeUnwrap();
    await site.ports.sessions.removeOfUser(id);
    const ended = [
      await register(site, current, next, site.authenticator()),
      await renamePasskey(site.ports, { ...request, name: 'x' }),
      await removePasskey(site.ports, request),
    ];
    expect(ended.map(kindOf)).toEqual(Array(3).fill('session_not_found'));
    expect(await site.ports.passkeys.ofUser(id)).toHaveLength(2);
    await site.ports.users.remove(id);
    expect(kindOf(await removePasskey(site.ports, request))).toBe('session_not_found');
  });
});

import { describe, expect, test } from 'vitest';
import { call, getUser, newEmail, otherPassword, signIn } from '../support/auth-client.ts';
import { claimsOf, member, need } from './support/client.ts';
import { enroll, openMfaSite, tokenOf } from './support/mfa-site.ts';

const { server, protectedMember, withPassword } = await openMfaSite();

describe('docs/wire.md#6 DELETE /factors/{id}', () => {
  test('200 with the id; the session falls to aal1 at its next refresh', async () => {
    const { auth, factor, ...rest } = await protectedMember();
    const raw = await call(server, 'DELETE', `/auth/v1/factors/${factor.id}`, {
      bearer: await tokenOf({ auth }),
    });
    expect([raw.status, raw.body]).toEqual([200, { id: factor.id }]);
    const { data } = await auth.refreshSession();
    expect(claimsOf(need(data.session).access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    expect(data.user?.factors ?? []).toEqual([]);
    const notices = await server.outbox(rest.email);
    expect(notices.length).toBeGreaterThanOrEqual(2);
    expect(notices.at(-1)?.subject).toBe('Een tweede stap is verwijderd');
  });

  test('through the client; an unknown one: 404', async () => {
    const connected = await member(server);
    const { id } = await enroll(connected);
    expect((await connected.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id });
    expect((await connected.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
  });
});

describe('docs/wire.md#6, MF-5, MF-6 what needs aal2 once a factor is verified', () => {
  test('enrol 403, unenrol 422, changes of password, e-mail and phone 401: all insufficient_aal, and nothing changed', async () => {
    const { email, factor } = await protectedMember();
    const low = await withPassword(email);
    const enrolled = await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' });
    expect(enrolled.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    // One text for every action that needs it, so it names none.
    expect(enrolled.error?.message).not.toMatch(/email|phone|password/);
    const phone = await low.auth.mfa.enroll({ factorType: 'phone', phone: '+32470112204' });
    expect(phone.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const removed = await low.auth.mfa.unenroll({ factorId: factor.id });
    expect(removed.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    for (const change of [
      { password: otherPassword },
      { email: newEmail() },
      { phone: '+32470112205' },
    ]) {
      const { error } = await low.auth.updateUser(change);
      expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    }
    expect((await signIn(server, email)).status).toBe(200);
    const { body } = await getUser(server, low.session.access_token);
    expect(body).toMatchObject({ email, factors: [{ id: factor.id, status: 'verified' }] });
    expect(body.new_email).toBeUndefined();
    expect((await low.auth.updateUser({ data: { a: 1 } })).error).toBeNull();
  });

  test('at aal2 all of it works', async () => {
    const { auth } = await protectedMember();
    expect(
      (await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'second' })).error,
    ).toBeNull();
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull();
    expect((await auth.updateUser({ email: newEmail() })).error).toBeNull();
  });
});

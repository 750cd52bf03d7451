import { signInWithIdToken } from '@coachsite/core/federation';
import { minuteMs } from '@coachsite/core/kernel';
import {
  enrollRecoveryCodes,
  regenerateRecoveryCodes,
  verifyRecoveryCode,
} from '@coachsite/core/mfa';
import { beginPasskeyRegistration } from '@coachsite/core/passkey';
import { startLink, updateUser } from '@coachsite/core/profile';
import { signUpAnonymously } from '@coachsite/core/sign-in';
import { describe, expect, test } from 'vitest';
import {
  type Current,
  elsewhere,
  email,
  enrolApp,
  makeCodes,
  type Site,
  secured,
  use,
} from './support/factors.ts';
import { context, link, memberSite, settings as site24h } from './support/member-site.ts';

/** What a session that somebody else holds may change of how its account is signed in to: nothing. */

const settings = { ...site24h, reauthAfterMs: 10 * minuteMs };
const relyingParty = { id: 'site.example', origin: 'https://site.example' };
const passkeySettings = { ...settings, relyingParty };
const old = 10 * minuteMs;
const kindOf = (result: { isOk(): boolean; _unsafeUnwrapErr(): unknown }) =>
  result.isOk() ? 'ok' : (result._unsafeUnwrapErr() as { kind: string }).kind;

type Change = Parameters<typeof updateUser>[2]['change'];
const update = async (site: Site, current: Current, change: Change) =>
  kindOf(await updateUser(site.ports, settings, { ...current, change, link, context }));
const newPassword = (site: Site, current: Current) =>
  update(site, current, { password: 'Another-1!duin' });
const newPasskey = async (site: Site, current: Current) =>
  kindOf(await beginPasskeyRegistration(site.ports, passkeySettings, current));
const newProvider = async (site: Site, current: Current) =>
  kindOf(
    await startLink(site.ports, settings, {
      ...current,
      provider: 'partner',
      redirectTo: link.redirectTo,
      challenge: undefined,
      scopes: '',
      query: {},
      browserSecret: 'x',
    }),
  );
const newIdToken = async (site: Site, current: Current) =>
  kindOf(
    await signInWithIdToken(site.ports, settings, {
      provider: { name: 'partner' },
      idToken: site.provider.idToken({ sub: 'of a thief' }),
      ...{ accessToken: undefined, nonce: undefined, linkTo: current.session, link, context },
    }),
  );
const newPhone = (site: Site, current: Current) => update(site, current, { phone: '+32470999999' });

/** The session with what it has by now. */
const now = async (site: Site, { user, session }: Current): Promise<Current> => ({
  user,
  session: (await site.ports.sessions.byId(session.id)) ?? session,
});
const everything = async (site: Site, current: Current) => [
  await newPassword(site, current),
  await newPasskey(site, current),
  await newProvider(site, current),
  await newIdToken(site, current),
  await newPhone(site, current),
];
const refused = [
  'current_password_required',
  ...Array.from({ length: 4 }, () => 'reauthentication_needed'),
];

describe('an old session', () => {
  test('gives its account no other way in; one of the last ten minutes does', async () => {
    const site = memberSite();
    const current = await site.member(email);
    site.clock.advance(old);
    expect(await everything(site, current)).toEqual(refused);
    const anew = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
    site.clock.advance(old - 1);
    for (const change of [newPasskey, newProvider, newIdToken, newPhone, newPassword])
      expect(await change(site, anew)).toBe('ok');
  });

  test('buys no proof with a factor of its own, however often it uses it', async () => {
    const site = memberSite();
    const current = await site.member(email);
    site.clock.advance(old);
    const { factor, totp } = (await enrolApp(site, current))._unsafeUnwrap();
    for (let i = 0; i < 2; i += 1) {
      const granted = await use(site, await now(site, current), factor, totp?.secret ?? '');
      expect(granted.isOk()).toBe(true);
      expect(await everything(site, await now(site, current))).toEqual(refused);
      site.clock.advance(minuteMs);
    }
    // Another factor, whose entry takes the place of the first, is one of its own too.
    const more = (await enrolApp(site, await now(site, current), 'more'))._unsafeUnwrap();
    for (const [used, secret] of [
      [more.factor, more.totp?.secret],
      [factor, totp?.secret],
    ] as const) {
      await use(site, await now(site, current), used, secret ?? '');
      expect(await everything(site, await now(site, current))).toEqual(refused);
      site.clock.advance(minuteMs);
    }
  });

  test('buys none with recovery codes that it makes either', async () => {
    const { site, factor, secret } = await secured();
    const lower = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
    site.clock.advance(minuteMs);
    const raised = await site.current((await use(site, lower, factor, secret))._unsafeUnwrap());
    (await makeCodes(site, raised))._unsafeUnwrap();
    site.clock.advance(old);
    const request = { ...raised, language: 'en', context: elsewhere } as const;
    const made = (await regenerateRecoveryCodes(site.ports, request))._unsafeUnwrap();
    const [code = ''] = made.codes;
    const used = await verifyRecoveryCode(site.ports, settings, { ...request, code });
    expect(used.isOk()).toBe(true);
    expect(await everything(site, await now(site, raised))).toEqual(refused);
  });

  test('is proof again for ten minutes once its owner types a code of a factor from before it', async () => {
    const { site, factor, secret } = await secured();
    site.clock.advance(minuteMs);
    const lower = await site.current((await site.signIn(email))._unsafeUnwrap().granted);
    site.clock.advance(2 * old);
    expect(await newPassword(site, lower)).toBe('insufficient_aal');
    (await use(site, lower, factor, secret))._unsafeUnwrap();
    const raised = await now(site, lower);
    site.clock.advance(old - 1);
    expect(await newPasskey(site, raised)).toBe('ok');
    site.clock.advance(1);
    expect(await everything(site, raised)).toEqual(refused);
  });

  test('moves an address only where its owner has to confirm that', async () => {
    const site = memberSite();
    const current = await site.member(email);
    site.clock.advance(old);
    const moved = { email: 'bo@example.com' };
    const unconfirmed = { ...current.user, emailConfirmedAt: undefined };
    expect(await update(site, { ...current, user: unconfirmed }, moved)).toBe(
      'reauthentication_needed',
    );
    // What it has already is no change.
    expect(await update(site, { ...current, user: unconfirmed }, { email })).toBe('ok');
    expect(await update(site, current, moved)).toBe('ok');
  });

  test('of an anonymous user, who cannot sign in again, is asked nothing', async () => {
    const site = memberSite();
    const request = { data: {}, context };
    const granted = (await signUpAnonymously(site.ports, settings, request))._unsafeUnwrap();
    const current = await site.current(granted);
    site.clock.advance(old);
    expect(await newProvider(site, current)).toBe('ok');
    expect(await newPhone(site, current)).toBe('ok');
    expect(await newIdToken(site, current)).toBe('ok');
  });
});

describe('recovery codes', () => {
  test('are made in a session of a passkey that asked for a finger or a face', async () => {
    const { site, first } = await secured();
    const passkey = { method: 'passkey', at: 0, userVerified: true } as const;
    const current = { ...first, session: { ...first.session, amr: [passkey] } };
    const request = { ...current, language: 'en', context: elsewhere } as const;
    expect((await makeCodes(site, current)).isOk()).toBe(true);
    expect((await regenerateRecoveryCodes(site.ports, request)).isOk()).toBe(true);
    expect(kindOf(await enrollRecoveryCodes(site.ports, request))).toBe(
      'mfa_verified_factor_exists',
    );
  });

  test('stand in for a factor: without one that is said first', async () => {
    const site = memberSite();
    const current = await site.member(email);
    const request = { ...current, language: 'en', context: elsewhere } as const;
    expect(kindOf(await enrollRecoveryCodes(site.ports, request))).toBe(
      'mfa_recovery_codes_sole_factor',
    );
  });

  test('have a name that no factor gets, and one of a factor is none for them', async () => {
    const { site, raised } = await secured();
    const request = { ...raised, language: 'en', context: elsewhere } as const;
    expect(
      kindOf(await enrollRecoveryCodes(site.ports, { ...request, friendlyName: ' app ' })),
    ).toBe('mfa_factor_name_conflict');
    const named = { ...request, friendlyName: 'Backup' };
    expect((await enrollRecoveryCodes(site.ports, named)).isOk()).toBe(true);
    expect(kindOf(await enrolApp(site, raised, 'Backup'))).toBe('mfa_factor_name_conflict');
    expect(kindOf(await enrolApp(site, raised, 'Backup 2'))).toBe('ok');
  });

  test('of which one is used are told by mail, to who has an address', async () => {
    const { site, raised } = await secured();
    const { user } = raised;
    const codes = (await makeCodes(site, raised))._unsafeUnwrap();
    const tell = async (current: Current, code = '') => {
      const before = site.ports.messenger.sent.length;
      const request = { ...current, code, language: 'en', context: elsewhere } as const;
      const used = await verifyRecoveryCode(site.ports, settings, request);
      return [kindOf(used), site.ports.messenger.sent.slice(before)];
    };
    expect(await tell(raised, 'x')).toEqual(['mfa_verification_failed', []]);
    const mail = { kind: 'recovery_code_used', to: email, language: 'en' };
    expect(await tell(raised, codes[0])).toEqual(['ok', [mail]]);
    expect(await tell({ ...raised, user: { ...user, email: undefined } }, codes[1])).toEqual([
      'ok',
      [],
    ]);
  });
});

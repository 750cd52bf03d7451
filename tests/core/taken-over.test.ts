import type { User } from '@coachsite/core/account';
import {
  addAdmin,
  banAccount,
  endSessions,
  openSetup,
  setUpFirstAdmin,
} from '@coachsite/core/admins';
import {
  exchangeCode,
  finishCallback,
  finishSso,
  signInWithIdToken,
  startSso,
} from '@coachsite/core/federation';
import type { Result } from '@coachsite/core/kernel';
import {
  challengeFactor,
  enrollFactor,
  makeRecoveryCodes,
  redeemRecoveryCode,
  verifyFactor,
} from '@coachsite/core/mfa';
import { closeAccount, updateUser } from '@coachsite/core/profile';
import { refreshSession, startSession } from '@coachsite/core/session';
import {
  recover,
  sendOtp,
  signInWithPassword,
  signUp,
  signUpAnonymously,
  verify,
} from '@coachsite/core/sign-in';
import { emailOf, totpCode } from '@coachsite/core/testing';
import { describe, expect, test } from 'vitest';
import { issueCode } from '#core/src/federation/exchange-code.ts';
import { context, link, memberSite, password, settings } from './support/member-site.ts';
import { away, challenge, verifier } from './support/provider-site.ts';

/**
 * What a stranger, who has an account with the address of the coach, has begun before the coach takes the account over,
 * or before it is banned: at whichever call of a port it is overtaken, nothing of it is left.
 */

/** An error of a flow; that of a callback is inside, beside the address to return to. */
type AnyError = { readonly kind: string } | { readonly error: { readonly kind: string } };
type Site = ReturnType<typeof memberSite>;
type Ports = Site['ports'];
type Flow = (ports: Ports) => Promise<Result<unknown, AnyError>>;

const email = 'coach@example.com';
const own = 'Another-1!duin';
const open = { ...settings, autoconfirm: true };
const claims = { sub: 'person-1', email, email_verified: true };
const known = { ...claims, email_verified: false };
const bySigningIn = { language: 'nl', context } as const;

const idToken = (site: Site, person: Parameters<Site['provider']['idToken']>[0]) => ({
  provider: { name: 'partner' },
  idToken: site.provider.idToken(person),
  accessToken: undefined,
  nonce: undefined,
  linkTo: undefined,
  link,
  context,
});
const exchange = (ports: Ports, code: string) =>
  exchangeCode(ports, settings, { code, verifier, ...bySigningIn });

/** Leaves for the provider; the flow comes back. */
async function atProvider(site: Site, asked: Parameters<typeof away>[2]) {
  const query = await away(site, known, asked);
  return async (ports: Ports) => {
    const done = await finishCallback(ports, settings, query);
    return done.isOk() && done.value.kind === 'code' ? exchange(ports, done.value.code) : done;
  };
}

/** A member with the second factor of an app, in a session that used it. */
async function withFactor(site: Site) {
  const current = await site.member(email);
  const request = { type: 'totp', issuer: 'M', friendlyName: 'app', context } as const;
  const { factor, totp } = (
    await enrollFactor(site.ports, { ...current, ...request })
  )._unsafeUnwrap();
  const code = totpCode(totp?.secret ?? '', Math.floor(site.clock.now() / 30_000));
  const asked = { ...current, factorId: factor.id, language: 'nl' } as const;
  const made = (await challengeFactor(site.ports, settings, asked))._unsafeUnwrap();
  const request2 = { ...asked, challengeId: made.challenge.id, code, context };
  return { current, enter: (ports: Ports) => verifyFactor(ports, settings, request2) };
}

/** Prepares a flow of the stranger's. */
const flows: Readonly<Record<string, (site: Site) => Promise<Flow>>> = {
  password: async (site) => {
    await site.member(email);
    return (ports) => signInWithPassword(ports, settings, { email, password, context });
  },
  'sign-up without confirmation': async () => (ports) =>
    signUp(ports, open, { email, password, data: {}, link, context }),
  'mailed code': async (site) => {
    await site.member(email);
    site.clock.advance(settings.emailIntervalMs);
    const request = { email, createUser: false, data: {}, link, context };
    (await sendOtp(site.ports, settings, request))._unsafeUnwrap();
    const code = site.codeTo(email);
    return async (ports) => {
      const proof = { type: 'email', recipient: email, code, context } as const;
      const verified = await verify(ports, settings, proof);
      return verified.isOk() && verified.value.kind === 'user'
        ? startSession(ports, settings, { user: verified.value.user, method: 'otp', context })
        : verified;
    };
  },
  'recovery link with a challenge': async (site) => {
    await site.member(email);
    site.clock.advance(settings.emailIntervalMs);
    const asked = { ...link, challenge };
    (await recover(site.ports, settings, { email, link: asked, context }))._unsafeUnwrap();
    const { token, type } = site.linkTo(email);
    return async (ports) => {
      const verified = await verify(ports, settings, { type, linkToken: token, context });
      if (verified.isErr() || verified.value.kind !== 'user') return verified;
      const grant = { user: verified.value.user, challenge, method: 'recovery' } as const;
      return exchange(ports, await issueCode(ports, settings, grant));
    };
  },
  'ID token': async (site) => {
    (await signInWithIdToken(site.ports, settings, idToken(site, claims)))._unsafeUnwrap();
    const request = idToken(site, known);
    return (ports) => signInWithIdToken(ports, settings, request);
  },
  'provider, and a code': async (site) => {
    (await signInWithIdToken(site.ports, settings, idToken(site, claims)))._unsafeUnwrap();
    return atProvider(site, { challenge });
  },
  'identity linked in the browser': async (site) => {
    const { session } = await site.member(email);
    return atProvider(site, { linkTo: session });
  },
  'identity linked by a code': async (site) => {
    const { session } = await site.member(email);
    return atProvider(site, { linkTo: session, challenge, browserSecret: undefined });
  },
  'identity linked by an ID token': async (site) => {
    const { session } = await site.member(email);
    const request = { ...idToken(site, known), linkTo: session };
    return (ports) => signInWithIdToken(ports, settings, request);
  },
  refresh: async (site) => {
    await site.member(email);
    const { granted } = (await site.signIn(email))._unsafeUnwrap();
    return (ports) => refreshSession(ports, settings, { token: granted.refreshToken, context });
  },
  'second factor': async (site) => (await withFactor(site)).enter,
  'recovery code': async (site) => {
    const { enter } = await withFactor(site);
    const raised = await site.current((await enter(site.ports))._unsafeUnwrap());
    const made = await makeRecoveryCodes(site.ports, { ...raised, ...bySigningIn });
    const [code = ''] = made._unsafeUnwrap();
    const { granted } = (await site.signIn(email))._unsafeUnwrap();
    const lower = await site.current(granted);
    return (ports) => redeemRecoveryCode(ports, { ...lower, code, ...bySigningIn });
  },
  'new password': async (site) => {
    const current = await site.member(email);
    const change = { password: 'Boterbloem+82dak', phone: '+32470112299' };
    return (ports) => updateUser(ports, settings, { ...current, change, link, context });
  },
  'closing the account': async (site) => {
    const current = await site.member(email);
    const request = { ...current, password, nonce: undefined, ...bySigningIn };
    return (ports) => closeAccount(ports, settings, request);
  },
};

const waiting = [
  'admins',
  'users',
  'sessions',
  'tokens',
  'flows',
  'factors',
  'passwords',
  'lockouts',
] as const;

/** The ports, of which `act` overtakes the call number `at`; and how many calls there were. */
function overtakenAt(ports: Ports, at: number, act: () => Promise<unknown>) {
  let calls = 0;
  const held = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...given: readonly unknown[]) => {
          calls += 1;
          if (calls === at) await act();
          return Reflect.apply(method, target, given);
        };
      },
    });
  const wrapped = { ...ports };
  for (const name of waiting) Object.assign(wrapped, { [name]: held<object>(ports[name]) });
  return { ports: wrapped, count: () => calls };
}

/** Removes what refers to an account, as a database does with its row. */
async function cascade({ sessions, tokens, flows: codes, factors }: Ports, id: string) {
  for (const session of await sessions.ofUser(id)) await sessions.remove(session.id);
  await tokens.clear(id);
  await codes.clearCodes(id);
  await factors.change(id, () => ({ state: { factors: [], challenges: [] }, result: 0 }));
}

/** The coach sets the site up, and so takes the account over. */
async function takeOver({ ports }: Site): Promise<User> {
  const before = await ports.users.byEmail(emailOf(email));
  const token = (await openSetup(ports)) ?? '';
  const request = { token, email, password: own, context };
  const made = await setUpFirstAdmin(ports, settings, request);
  if (before) await cascade(ports, before.id);
  return made._unsafeUnwrap().user;
}

/** What a flow of the stranger's may be rejected with, in the order of the alphabet. */
const rejections: Readonly<Record<string, readonly string[]>> = {
  password: ['invalid_credentials'],
  'sign-up without confirmation': ['user_already_exists'],
  'mailed code': ['otp_expired', 'session_not_found'],
  'recovery link with a challenge': ['flow_state_not_found', 'otp_expired'],
  'ID token': ['session_not_found'],
  'provider, and a code': ['flow_state_not_found'],
  'identity linked in the browser': ['session_not_found'],
  'identity linked by a code': ['flow_state_not_found', 'session_not_found'],
  'identity linked by an ID token': ['session_not_found'],
  refresh: ['session_not_found'],
  'second factor': ['mfa_factor_not_found', 'session_not_found'],
  'recovery code': ['recovery_code_invalid'],
  'new password': ['session_not_found'],
  'closing the account': ['session_not_found'],
};

/** Flows that start no session of their own. */
const startNone = new Set([
  'refresh',
  'second factor',
  'recovery code',
  'new password',
  'closing the account',
]);

const kindOf = (result: Result<unknown, AnyError>): string | undefined =>
  result.isErr()
    ? String(('error' in result.error ? result.error.error : result.error).kind)
    : undefined;

const successes = async ({ ports }: Site) =>
  (await ports.securityLog.list({ limit: 1000 })).filter(
    ({ actionType, details }) => actionType === 'auth_success' && details['method'] !== undefined,
  ).length;

describe.each(Object.entries(flows))('%s', (name, prepare) => {
  async function run(at: number, act: (site: Site) => Promise<unknown>) {
    const site = memberSite();
    const flow = await prepare(site);
    const { ports, count } = overtakenAt(site.ports, at, () => act(site));
    const result = await flow(ports);
    return { site, calls: count(), result };
  }

  test('leaves nothing in an account that is taken over meanwhile', async () => {
    const { calls } = await run(0, async () => undefined);
    const kinds = new Set<string>();
    expect(calls).toBeGreaterThan(1);
    for (let at = 1; at <= calls; at += 1) {
      let coach: User | undefined;
      const { site, result } = await run(at, async (each) => {
        coach = await takeOver(each);
      });
      const kind = kindOf(result);
      if (kind !== undefined) kinds.add(kind);
      else if (!startNone.has(name)) expect(JSON.stringify(result)).toContain('"accessToken"');
      expect(JSON.stringify(result) ?? '').not.toContain(coach?.passwordHash);
      const kept = { ...coach, securityStamp: expect.any(Number) };
      expect(await site.userOf(email), `before call ${at}`).toEqual(kept);
      expect(await site.ports.sessions.ofUser(coach?.id ?? ''), `before call ${at}`).toEqual([]);
      expect(await site.ports.factors.ofUser(coach?.id ?? '')).toEqual([]);
      expect((await site.signIn(email, own)).isOk()).toBe(true);
    }
    expect([...kinds].toSorted()).toEqual(rejections[name]);
  });

  test('has a result, and starts no session, where the account is removed meanwhile', async () => {
    const { calls } = await run(0, async () => undefined);
    for (let at = 1; at <= calls; at += 1) {
      let gone: User | undefined;
      const { site, result } = await run(at, async (each) => {
        gone = await each.userOf(email);
        if (gone) await each.ports.users.remove(gone.id);
        if (gone) await cascade(each.ports, gone.id);
      });
      expect(kindOf(result), `before call ${at}`).not.toBe('undefined');
      expect(await site.ports.sessions.ofUser(gone?.id ?? '')).toEqual([]);
    }
  });

  test('starts no session of an account that is banned meanwhile', async () => {
    const { calls } = await run(0, async () => undefined);
    for (let at = 1; at <= calls; at += 1) {
      let isBanned = false;
      const { site } = await run(at, async ({ ports }) => {
        isBanned = (await banAccount(ports, { recipient: email, force: true, context })).isOk();
      });
      const user = await site.userOf(email);
      if (isBanned) expect(await site.ports.sessions.ofUser(user?.id ?? '')).toEqual([]);
    }
  });
});

test('an account that is being closed stays, with its role, once the operator makes it that of an admin', async () => {
  const close = flows['closing the account'];
  const run = async (at: number) => {
    const site = memberSite();
    const other = await site.member('other@example.com');
    await site.ports.roles.grant(other.user.id, 'admin', 1);
    const flow = await close?.(site);
    const { ports, count } = overtakenAt(site.ports, at, async () => {
      const before = await site.userOf(email);
      const request = { email, password: own, context };
      (await addAdmin(site.ports, settings, request))._unsafeUnwrap();
      if (before) await cascade(site.ports, before.id);
    });
    await flow?.(ports);
    const user = await site.userOf(email);
    return { calls: count(), roles: user && (await site.ports.roles.rolesOf(user.id)) };
  };
  const { calls, roles } = await run(0);
  expect(roles).toBeUndefined();
  expect(calls).toBeGreaterThan(5);
  for (let at = 1; at <= calls; at += 1)
    expect([at, (await run(at)).roles]).toEqual([at, ['admin']]);
});

/** Flows of accounts that nobody takes over by an address. */
const others: typeof flows = {
  'anonymous sign-up': async () => (ports) =>
    signUpAnonymously(ports, settings, { data: {}, context }),
  SAML: async (site) => {
    const by = { domain: 'corp.example' };
    const asked = { by, redirectTo: link.redirectTo, challenge: undefined };
    const url = (await startSso(site.ports, asked))._unsafeUnwrap();
    const { searchParams } = new URL(url);
    const response = site.idp.respond(url, {
      audiences: [`${settings.issuer}/sso/saml/metadata`],
      confirmations: [
        {
          recipient: `${settings.issuer}/sso/saml/acs`,
          inResponseTo: searchParams.get('SAMLRequest') ?? '',
          notBefore: undefined,
          notOnOrAfter: site.clock.now() + 60_000,
        },
      ],
      nameId: { value: 'employee-1', format: 'persistent' },
      attributes: { email: ['ann@corp.example'] },
    });
    const relayState = searchParams.get('RelayState') ?? '';
    return (ports) => finishSso(ports, settings, { relayState, response, context });
  },
};
const starting = Object.entries({ ...flows, ...others }).filter(([name]) => !startNone.has(name));

test.each(starting)(
  '%s starts no session when all sessions end right before',
  async (_name, prepare) => {
    const site = memberSite();
    const flow = await prepare(site);
    const stored: boolean[] = [];
    const create: Ports['sessions']['create'] = async (...given) => {
      await endSessions(site.ports, { recipient: undefined, context });
      const isStored = await site.ports.sessions.create(...given);
      stored.push(isStored);
      return isStored;
    };
    const before = await successes(site);
    const result = await flow({ ...site.ports, sessions: { ...site.ports.sessions, create } });
    expect(stored).toEqual([false]);
    expect(result.isErr()).toBe(true);
    expect(await successes(site)).toBe(before);
  },
);

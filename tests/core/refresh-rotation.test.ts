import {
  endByRefreshToken,
  identifyUser,
  refreshSession,
  type Session,
  type SignOutScope,
  signOut,
} from '@coachsite/core/session';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { context, memberSite, settings as usual } from './support/member-site.ts';

/**
 * The rotation of refresh tokens (docs/wire.md#5) as a state machine: whatever is done in whatever order, at whatever
 * pace and with whatever the clock is set to, exactly the tokens that the model names work.
 */

const email = 'ann@example.com';
const reuseMs = usual.refreshReuseIntervalMs;
const inactivityMs = 90_000;
const lifetimeMs = 200_000;
const [secondMs, ttlMs, skewMs] = [1000, usual.accessTokenTtlSeconds * 1000, 60_000];

/** A session with all the tokens that it ever gave. */
interface Family {
  readonly session: Session;
  readonly refreshTokens: string[];
  readonly accessTokens: { readonly token: string; readonly issuedAt: number }[];
  readonly startedAt: number;
  usedAt: number;
  rotatedAt: number;
  isAlive: boolean;
}

interface Model {
  readonly families: Family[];
  /** How many sessions ended because an old token returned. */
  thefts: number;
}

type Site = ReturnType<typeof memberSite>;
interface Real {
  readonly site: Site;
  readonly settings: Parameters<typeof refreshSession>[1];
}

type Step = fc.AsyncCommand<Model, Real>;

function step(name: string, run: (model: Model, real: Real) => Promise<void>): Step {
  return { check: () => true, run, toString: () => name };
}

const familyAt = ({ families }: Model, which: number) => families[which % families.length];

/** The refresh token given `age` rotations before the newest one, or the oldest there is. */
const tokenAt = ({ refreshTokens }: Family, age: number) =>
  refreshTokens.at(-1 - Math.min(age, refreshTokens.length - 1)) ?? '';

const isOver = (family: Family, now: number) =>
  now >= family.usedAt + inactivityMs || now >= family.startedAt + lifetimeMs;

/** What the table of docs/wire.md#5 says about a token, and what it makes of its session. */
function expected(model: Model, family: Family, token: string, now: number) {
  if (!family.isAlive) return 'session_not_found';
  if (isOver(family, now)) {
    family.isAlive = false;
    return 'session_expired';
  }
  const age = family.refreshTokens.length - 1 - family.refreshTokens.indexOf(token);
  if (age === 0) {
    family.usedAt = now;
    family.rotatedAt = now;
    return 'rotated';
  }
  // A last rotation in the future is one before the clock was set back.
  if (age === 1 || Math.abs(now - family.rotatedAt) <= reuseMs) return 'repeated';
  family.isAlive = false;
  model.thefts += 1;
  return 'refresh_token_already_used';
}

const browser = { ip: '192.0.2.9', userAgent: 'another browser' };

const refresh = ({ site, settings }: Real, token: string) =>
  refreshSession(site.ports, settings, { token, context: browser });

/** Checks one refresh against the model, and keeps what it gave. */
function take(
  model: Model,
  { site }: Real,
  family: Family,
  token: string,
  refreshed: Awaited<ReturnType<typeof refresh>>,
) {
  const now = site.clock.now();
  const outcome = expected(model, family, token, now);
  if (outcome !== 'rotated' && outcome !== 'repeated') {
    expect(refreshed._unsafeUnwrapErr()).toEqual({ kind: outcome });
    return;
  }
  const granted = refreshed._unsafeUnwrap();
  if (outcome === 'rotated') {
    expect(family.refreshTokens).not.toContain(granted.refreshToken);
    family.refreshTokens.push(granted.refreshToken);
    expect(granted.session).toMatchObject(browser);
  }
  expect(granted.refreshToken).toBe(family.refreshTokens.at(-1));
  expect(granted.session).toMatchObject({ id: family.session.id, amr: family.session.amr });
  family.accessTokens.push({ token: granted.accessToken, issuedAt: now });
}

const which = fc.nat(3);
const age = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);
const ms = fc.constantFrom(
  ...[0, 1, reuseMs - 1, reuseMs, reuseMs + 1, inactivityMs - 1, inactivityMs, skewMs + secondMs],
);

const signIn = step('sign in', async (model, { site }) => {
  const { granted } = (await site.signIn(email))._unsafeUnwrap();
  const now = site.clock.now();
  model.families.push({
    session: granted.session,
    refreshTokens: [granted.refreshToken],
    accessTokens: [{ token: granted.accessToken, issuedAt: now }],
    startedAt: now,
    usedAt: now,
    rotatedAt: now,
    isAlive: true,
  });
});

const refreshes = fc.tuple(which, age).map(([at, rotations]) =>
  step(`refresh session ${at} with a token of ${rotations} rotations ago`, async (model, real) => {
    const family = familyAt(model, at);
    if (!family) return;
    const token = tokenAt(family, rotations);
    take(model, real, family, token, await refresh(real, token));
  }),
);

/** Refreshes are the most common, so that most runs reach tokens of several rotations ago. */
const steps: fc.Arbitrary<Step>[] = [
  ...Array.from({ length: 5 }, () => refreshes),
  fc.constant(signIn),
  fc.tuple(which, age, fc.integer({ min: 2, max: 20 })).map(([at, rotations, times]) =>
    step(
      `refresh session ${at} ${times} times at once with a token of ${rotations} rotations ago`,
      async (model, real) => {
        const family = familyAt(model, at);
        if (!family) return;
        const token = tokenAt(family, rotations);
        const all = await Promise.all(Array.from({ length: times }, () => refresh(real, token)));
        for (const one of all) take(model, real, family, token, one);
      },
    ),
  ),
  fc.tuple(which, fc.integer({ min: -1, max: 1 })).map(([at, ahead]) =>
    step(`invent a token for session ${at}, ${ahead} rotations ahead`, async (model, real) => {
      const family = familyAt(model, at);
      if (!family?.isAlive || isOver(family, real.site.clock.now())) return;
      const [id = '', counter = '', secret = ''] = tokenAt(family, 0).split('.');
      const other = secret.startsWith('A') ? `B${secret.slice(1)}` : `A${secret.slice(1)}`;
      const invented = `${id}.${Math.max(0, Number(counter) + ahead)}.${other}`;
      const { kind } = (await refresh(real, invented))._unsafeUnwrapErr();
      expect(kind).toBe('refresh_token_not_found');
      expect(
        await endByRefreshToken(real.site.ports, {
          token: invented,
          scope: 'global',
          context: browser,
        }),
      ).toBe(false);
    }),
  ),
  fc.tuple(which, fc.constantFrom<SignOutScope>('local', 'others', 'global')).map(([at, scope]) =>
    step(`sign out of session ${at}: ${scope}`, async (model, { site }) => {
      const family = familyAt(model, at);
      if (!family) return;
      await signOut(site.ports, { session: family.session, scope, context });
      for (const one of model.families)
        if (scope === 'global' || (one === family) === (scope === 'local')) one.isAlive = false;
    }),
  ),
  fc.tuple(which, age).map(([at, rotations]) =>
    step(`sign out by a token of ${rotations} rotations ago`, async (model, { site }) => {
      const family = familyAt(model, at);
      if (!family) return;
      const token = tokenAt(family, rotations);
      const isCurrent = family.refreshTokens.slice(-2).includes(token);
      const ended = await endByRefreshToken(site.ports, { token, scope: 'local', context });
      expect(ended).toBe(family.isAlive && isCurrent);
      if (ended) family.isAlive = false;
    }),
  ),
  ms.map((by) => step(`wait ${by} ms`, async (_, { site }) => site.clock.advance(by))),
  ms.map((by) =>
    step(`set the clock back ${by} ms`, async (_, { site }) => site.clock.advance(-by)),
  ),
];

/** Compares every session and the newest access token of each with the model. */
const look = step('look', async ({ families }, { site, settings }) => {
  const now = site.clock.now();
  for (const family of families) {
    const stored = await site.ports.sessions.byId(family.session.id);
    expect(stored !== undefined).toBe(family.isAlive);
    const { token, issuedAt } = family.accessTokens.at(-1) ?? { token: '', issuedAt: 0 };
    const issued = Math.floor(issuedAt / secondMs) * secondMs;
    const isValid = issued <= now + skewMs && now < issued + ttlMs;
    const found = await identifyUser(site.ports, settings, { token });
    const kind = found.isErr() ? found.error.kind : 'found';
    const open = family.isAlive ? 'found' : 'session_not_found';
    expect(kind).toBe(isValid ? open : 'bad_jwt');
  }
});

test('in any order of sign-ins, refreshes, sign-outs and clock changes, exactly the tokens of the table work', async () => {
  const settings = { ...usual, inactivityMs, lifetimeMs };
  await fc.assert(
    fc.asyncProperty(
      fc.commands([...steps, fc.constant(look)], { maxCommands: 30, size: 'max' }),
      async (commands) => {
        const site = memberSite();
        await site.member(email);
        const known = (await site.events()).length;
        const model: Model = { families: [], thefts: 0 };
        const real = { site, settings };
        await signIn.run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await look.run(model, real);
        const revoked = (await site.events())
          .slice(known)
          .filter((kind) => kind === 'session_revoked');
        expect(revoked).toHaveLength(model.thefts);
      },
    ),
    { numRuns: 100 },
  );
});

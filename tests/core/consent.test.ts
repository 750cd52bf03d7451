import {
  acceptAll,
  analyticsCookieNames,
  type ConsentChoice,
  consentEffects,
  consentLifetimeMs,
  necessaryOnly,
  readConsent,
  readRecordedChoices,
  recordChoice,
  saveConsent,
} from '@coachsite/core/consent';
import { anyText, epochMs, memoryClock, memoryConsentLog } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../support/core-cases.ts';

const now = Date.UTC(2026, 0, 15);
const proof = { id: 'c-1', policyVersion: '1', savedAt: now, language: 'en' } as const;
const fresh = { id: 'fresh', language: 'nl' } as const;
const choice = fc.record({
  functional: fc.boolean(),
  analytics: fc.boolean(),
  marketing: fc.boolean(),
});

interface ActionCase {
  readonly action: 'necessaryOnly' | 'acceptAll' | 'save';
  readonly choice?: Omit<ConsentChoice, 'necessary'>;
  readonly stored: ConsentChoice;
}

interface EffectCase {
  readonly before: ConsentChoice | null;
  readonly after: ConsentChoice;
  readonly load: boolean;
  readonly remove: boolean;
  readonly cookiesRemoved?: readonly string[];
  readonly cookiesKept?: readonly string[];
}

describe('cookie consent (docs/rules.md#2, docs/rules.md#3, docs/rules.md#4)', () => {
  test.each(casesOf<ActionCase>('consent', 'actions'))('$action stores $stored', (one) => {
    const chosen = { necessaryOnly, acceptAll, save: one.choice ?? necessaryOnly }[one.action];
    const stored = saveConsent(chosen, proof);
    expect(stored).toMatchObject(one.stored);
    expect(readConsent(JSON.stringify(stored), { version: '1' }, fresh, now)).toEqual(stored);
  });

  test('what is stored has the necessary purpose and nothing else, whatever a caller without types gives', () => {
    const extra = fc.dictionary(
      fc.constantFrom('necessary', 'version', 'functional', 'id', 'email'),
      fc.oneof(fc.boolean(), fc.string()),
    );
    fc.assert(
      fc.property(extra, extra, (beside, around) => {
        const chosen = { ...beside, functional: true, analytics: false, marketing: true };
        expect(saveConsent(chosen, { ...around, ...proof })).toEqual({
          necessary: true,
          functional: true,
          analytics: false,
          marketing: true,
          ...proof,
        });
      }),
    );
  });

  test.each(
    casesOf<{ raw: string | null; banner: boolean; prefs: ConsentChoice | null }>(
      'consent',
      'load',
    ),
  )('stored $raw', ({ raw, banner, prefs }) => {
    const read = readConsent(raw, { version: '1' }, fresh, now);
    expect(read === undefined).toBe(banner);
    if (prefs) expect(read).toMatchObject(prefs);
  });

  test.each(casesOf<EffectCase>('consent', 'effects'))('effects, case %#', (one) => {
    const effects = consentEffects(one.after, one.before ?? undefined);
    expect(effects).toEqual({ loadAnalytics: one.load, removeAnalytics: one.remove });
    const removed = one.cookiesRemoved ?? [];
    expect(analyticsCookieNames([...removed, ...(one.cookiesKept ?? [])])).toEqual(removed);
  });

  test('the cookies of analytics are known by their whole names', () => {
    const own = ['_ga', '_ga_ABC', '_gid', '_gat', '_gat_UA'];
    const others = ['x_ga', '_gax', '_gidx', 'my_gid', 'x_gat', 'cookie-consent', ''];
    expect(analyticsCookieNames([...others, ...own])).toEqual(own);
  });

  test('what is necessary is always on, all of it or only that', () => {
    const on = [true, true, true, true];
    expect(Object.values(acceptAll)).toEqual(on);
    expect(Object.entries(necessaryOnly).filter(([, isOn]) => isOn)).toEqual([['necessary', true]]);
  });

  test('a recorded choice is found under its number, the newest apart from those it replaced', async () => {
    const clock = memoryClock();
    const ports = { consents: memoryConsentLog(), clock };
    const none = await readRecordedChoices(ports, { number: 'c-1' });
    expect(none._unsafeUnwrapErr()).toEqual({ kind: 'consent_not_found' });
    const record = { id: 'c-1', policyVersion: '1', language: 'nl' } as const;
    const chosen = [
      { functional: true, analytics: false, marketing: true },
      { functional: false, analytics: true, marketing: false },
    ];
    const expected = [];
    for (const one of chosen) {
      clock.advance(1000);
      // More than a record has, such as a request may hold, is not kept.
      await recordChoice(ports, Object.assign({ more: 'x' }, record, one));
      expected.unshift({ ...record, ...one, recordedAt: clock.now() });
    }
    const { newest, earlier } = (
      await readRecordedChoices(ports, { number: ' c-1 ' })
    )._unsafeUnwrap();
    expect([newest, ...earlier]).toEqual(expected);
  });

  test('the four booleans alone are a choice, dated now', () => {
    expect(
      readConsent(
        JSON.stringify(acceptAll),
        { version: '7' },
        { id: 'fresh', language: 'en' },
        now,
      ),
    ).toEqual({
      ...acceptAll,
      id: 'fresh',
      policyVersion: '7',
      savedAt: now,
      language: 'en',
    });
  });

  test('a stored choice is valid until six months have passed', () => {
    const ages = fc.nat(2 * consentLifetimeMs);
    fc.assert(
      fc.property(choice, epochMs, ages, (chosen, savedAt, age) => {
        const stored = saveConsent(chosen, { ...proof, savedAt });
        const read = readConsent(JSON.stringify(stored), { version: '1' }, fresh, savedAt + age);
        expect(read).toEqual(age < consentLifetimeMs ? stored : undefined);
      }),
    );
  });

  test('under a lifetime that makes no sense the visitor is asked each time', () => {
    const lifetimes = fc.oneof(
      fc.constantFrom(Number.NaN, 0, Number.NEGATIVE_INFINITY),
      fc.double({ max: 0, noNaN: true }),
    );
    fc.assert(
      fc.property(choice, lifetimes, fc.nat(), (chosen, lifetimeMs, age) => {
        const raw = JSON.stringify(saveConsent(chosen, proof));
        const read = (ms: number, at: number) =>
          readConsent(raw, { version: '1', lifetimeMs: ms }, fresh, at);
        expect(read(lifetimeMs, now + age)).toBeUndefined();
        expect(read(Number.POSITIVE_INFINITY, now + age)).toBeDefined();
        expect(read(1000, Number.NaN)).toBeUndefined();
      }),
    );
  });

  test('a policy may have a shorter life and other languages', () => {
    const stored = saveConsent(acceptAll, { ...proof, language: 'nl' });
    const policy = { version: '1', lifetimeMs: 1000, languages: ['en'] } as const;
    const at = (ms: number) =>
      readConsent(
        JSON.stringify(stored),
        policy,
        { id: 'fresh', language: 'en' },
        stored.savedAt + ms,
      );
    expect(at(999)).toEqual({ ...stored, language: 'en' });
    expect(at(1000)).toBeUndefined();
    expect(analyticsCookieNames(['_pk_id.1', '_ga'], /^_pk_/)).toEqual(['_pk_id.1']);
  });

  test('a new policy version needs a new choice', () => {
    expect(
      readConsent(JSON.stringify(saveConsent(acceptAll, proof)), { version: '2' }, fresh, now),
    ).toBeUndefined();
  });

  test('whatever is stored, reading never fails and necessary is always on', () => {
    const raw = fc.oneof(
      anyText,
      fc.json(),
      choice.map((one) =>
        JSON.stringify({ necessary: true, ...one, savedAt: 'x', id: 4, language: 'fr' }),
      ),
    );
    fc.assert(
      fc.property(raw, (text) => {
        const read = readConsent(text, { version: '1' }, fresh, now);
        if (read) expect(read).toMatchObject({ necessary: true, policyVersion: '1', savedAt: now });
      }),
    );
    expect(
      readConsent(JSON.stringify({ ...acceptAll, analytics: 'yes' }), { version: '1' }, fresh, now),
    ).toBeUndefined();
  });

  const twoChoices = [choice, fc.option(choice, { nil: undefined })] as const;
  const necessary = { necessary: true } as const;

  test('only consent to analytics loads it, and only a withdrawal removes it', () => {
    fc.assert(
      fc.property(...twoChoices, (after, before) => {
        const effects = consentEffects(
          { ...necessary, ...after },
          before && { ...necessary, ...before },
        );
        expect(effects.loadAnalytics).toBe(after.analytics);
        expect(effects.removeAnalytics).toBe(!after.analytics && Boolean(before?.analytics));
      }),
    );
  });

  test('cookies that are left over are removed without consent, and change nothing with it', () => {
    fc.assert(
      fc.property(...twoChoices, (after, before) => {
        const chosen = { ...necessary, ...after };
        const effects = consentEffects(chosen, before && { ...necessary, ...before }, true);
        expect(effects).toEqual({
          loadAnalytics: after.analytics,
          removeAnalytics: !after.analytics,
        });
      }),
    );
  });
});

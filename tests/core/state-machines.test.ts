import {
  acceptAll,
  consentEffects,
  consentLifetimeMs,
  necessaryOnly,
  readConsent,
  type StoredConsent,
  saveConsent,
} from '@coachsite/core/consent';
import type { BlobStore, EbookStore } from '@coachsite/core/ebook';
import { replaceEbook } from '@coachsite/core/ebook';
import { switchLanguage } from '@coachsite/core/language';
import {
  dismissToast,
  dropErrors,
  expireToasts,
  pushToast,
  type Toast,
} from '@coachsite/core/notification';
import { asOperator } from '@coachsite/core/roles';
import {
  memoryBlobStore,
  memoryClock,
  memoryDigest,
  memoryEbookStore,
  memoryIds,
  memoryPdfInspector,
  memorySecurityLog,
  sitePath,
} from '@coachsite/core/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxVisibleToasts } from '#core/src/notification/queue.ts';
import { makePdf } from './support/tiny-pdf.ts';

const start = 1_700_000_000_000;

type Visit =
  | { readonly kind: 'choose'; readonly analytics: boolean }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'policy' };

test('in any sequence of choices, visits and new policies, analytics runs only with a valid choice for it', () => {
  const visit: fc.Arbitrary<Visit> = fc.oneof(
    fc.record({ kind: fc.constant('choose' as const), analytics: fc.boolean() }),
    fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, consentLifetimeMs - 1, consentLifetimeMs),
    }),
    fc.constant<Visit>({ kind: 'policy' }),
  );
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 20 }), (visits) => {
      let now = start;
      let policy = 1;
      let raw: string | null = null;
      let running = false;
      let model: { analytics: boolean; until: number; policy: number } | undefined;
      for (const each of visits) {
        if (each.kind === 'wait') now += each.ms;
        if (each.kind === 'policy') policy += 1;
        const fresh = { id: 'fresh', language: 'nl' } as const;
        const read = () => readConsent(raw, { version: String(policy) }, fresh, now);
        if (each.kind === 'choose') {
          const before: StoredConsent | undefined = read();
          const choice = each.analytics ? acceptAll : necessaryOnly;
          const proof = { ...fresh, policyVersion: String(policy), savedAt: now };
          raw = JSON.stringify(saveConsent(choice, proof));
          const effects = consentEffects(choice, before, running);
          running = effects.loadAnalytics || (running && !effects.removeAnalytics);
          model = { analytics: each.analytics, until: now + consentLifetimeMs, policy };
        }
        const isValid = model !== undefined && now < model.until && model.policy === policy;
        expect(read()?.analytics).toBe(isValid ? model?.analytics : undefined);
        expect(read()?.marketing).toBe(isValid ? model?.analytics : undefined);
        if (each.kind === 'choose') expect(running).toBe(each.analytics);
      }
    }),
  );
});

test('a choice holds for exactly its lifetime, and everything accepted is everything', () => {
  const proof = { id: 'c', policyVersion: '1', savedAt: start, language: 'nl' } as const;
  const raw = JSON.stringify(saveConsent(acceptAll, proof));
  const read = (now: number) =>
    readConsent(raw, { version: '1' }, { id: 'fresh', language: 'nl' }, now);
  expect(read(start + consentLifetimeMs - 1)).toEqual({ ...acceptAll, ...proof });
  expect(read(start + consentLifetimeMs)).toBeUndefined();
  const unnamed = JSON.stringify({ ...JSON.parse(raw), id: '' });
  expect(readConsent(unnamed, { version: '1' }, { id: 'fresh', language: 'nl' }, start)?.id).toBe(
    'fresh',
  );
});

type ToastStep =
  | { readonly kind: 'push'; readonly tone: Toast['tone']; readonly title: string }
  | { readonly kind: 'dismiss'; readonly which: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'leave' };

test('in any sequence, a toast shows until it is dismissed, expires, is repeated, outdated or pushed out', () => {
  const step: fc.Arbitrary<ToastStep> = fc.oneof(
    fc.record({
      kind: fc.constant('push' as const),
      tone: fc.constantFrom<Toast['tone']>('good', 'bad', 'info'),
      title: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    }),
    fc.record({ kind: fc.constant('dismiss' as const), which: fc.nat(5) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 4999, 5000) }),
    fc.constant<ToastStep>({ kind: 'leave' }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let now = 0;
      let queue: readonly Toast[] = [];
      let model: Toast[] = [];
      for (const [index, each] of steps.entries()) {
        if (each.kind === 'push') {
          const { tone, title } = each;
          const toast: Toast = { id: `${index}`, tone, title, expiresAt: now + 5000 };
          queue = pushToast(queue, toast);
          model = model.filter(
            (one) =>
              (one.tone !== tone || one.title !== title) &&
              !(tone === 'good' && one.tone === 'bad'),
          );
          model.push(toast);
          if (model.length > maxVisibleToasts) model.shift();
        } else if (each.kind === 'dismiss') {
          const id = model[each.which]?.id ?? 'none';
          queue = dismissToast(queue, id);
          model = model.filter((one) => one.id !== id);
        } else if (each.kind === 'wait') {
          now += each.ms;
          queue = expireToasts(queue, now);
          model = model.filter((one) => one.expiresAt > now);
        } else {
          queue = dropErrors(queue);
          model = model.filter((one) => one.tone !== 'bad');
        }
        expect(queue).toEqual(model);
      }
    }),
  );
});

test('in any sequence of switches, the language is the last one chosen and a path is returned to once', () => {
  const change = fc.record({
    to: fc.constantFrom('nl' as const, 'en' as const),
    visits: fc.option(sitePath, { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1 }), (changes) => {
      let stored = 'nl';
      let lastPath: string | null = null;
      for (const { to, visits } of changes) {
        lastPath = visits ?? lastPath;
        const switched = switchLanguage({ to, lastPath });
        expect(switched.stored).toBe(to);
        expect(switched.navigateTo).toBe(lastPath);
        stored = switched.stored;
        lastPath = switched.lastPathAfter;
        expect(switchLanguage({ to, lastPath }).navigateTo).toBeNull();
      }
      expect(stored).toBe(changes.at(-1)?.to);
    }),
  );
});

/** Lets a number of calls of the stores pass, and then breaks off as a crash does. */
function untilCrash(calls: number, blobs: BlobStore, ebooks: EbookStore) {
  let left = calls;
  const step = () => {
    if (left === 0) throw new Error('crash');
    left -= 1;
  };
  return {
    blobs: {
      ...blobs,
      stage: async (...given: Parameters<BlobStore['stage']>) => {
        step();
        const staged = await blobs.stage(...given);
        return staged.map((blob) => ({
          ...blob,
          keep: async () => {
            step();
            await blob.keep();
            step();
          },
        }));
      },
    },
    ebooks: {
      ...ebooks,
      activate: async (...given: Parameters<EbookStore['activate']>) => {
        step();
        const replaced = await ebooks.activate(...given);
        step();
        return replaced;
      },
    },
  };
}

test('wherever a replacement of the e-book breaks off, exactly one whole file is active', async () => {
  const editor = {
    actor: asOperator(),
    context: { ip: 'local', userAgent: 'command line' },
  } as const;
  async function* streamed(bytes: Uint8Array) {
    yield bytes;
  }
  const outcomes: boolean[] = [];
  for (let calls = 0; calls <= 6; calls += 1) {
    const clock = memoryClock();
    const [blobs, ebooks] = [memoryBlobStore(clock, memoryDigest), memoryEbookStore()];
    const ports = {
      clock,
      blobs,
      ebooks,
      ids: memoryIds(),
      securityLog: memorySecurityLog(),
      pdfInspector: memoryPdfInspector(),
      reportLostEvent: () => undefined,
    };
    const put = (into: Pick<typeof ports, 'blobs' | 'ebooks'>, marker: string) =>
      replaceEbook(
        { ...ports, ...into },
        { limitBytes: 1_000_000 },
        { ...editor, upload: { fileName: 'gids.pdf', bytes: streamed(makePdf({ marker })) } },
      );
    (await put(ports, 'before'))._unsafeUnwrap();
    const before = await ebooks.active();
    const done = await put(untilCrash(calls, blobs, ebooks), 'after').then(
      (replaced) => replaced.isOk(),
      () => false,
    );
    const versions = await ebooks.versions();
    expect(versions.filter(({ isActive }) => isActive)).toHaveLength(1);
    const active = await ebooks.active();
    expect(await blobs.open(active?.sha256 ?? '')).toBeDefined();
    if (done) expect(active?.sha256).not.toBe(before?.sha256);
    outcomes.push(active?.sha256 !== before?.sha256);
  }
  expect(outcomes).toContain(true);
  expect(outcomes).toContain(false);
});

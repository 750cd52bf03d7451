import {
  dismissToast,
  dropErrors,
  expireToasts,
  formToastMs,
  pushToast,
  shopToastMs,
  type Toast,
} from '@coachsite/core/notification';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxVisibleToasts } from '#core/src/notification/queue.ts';
import { casesOf, factOf } from '../support/core-cases.ts';

interface ToastCase {
  readonly push: readonly string[];
  readonly dismiss?: readonly string[];
  readonly afterMs?: number;
  readonly visible?: readonly string[];
  readonly visibleCount?: number;
  readonly visibleCountAtMost?: number;
  readonly recommendedVisible?: readonly string[];
}

const named = (id: string, more: Partial<Toast> = {}): Toast => ({
  id,
  expiresAt: shopToastMs,
  tone: 'info',
  title: id,
  ...more,
});

const pushAll = (ids: readonly string[]): readonly Toast[] =>
  ids.reduce<readonly Toast[]>((queue, id) => pushToast(queue, named(id)), []);

/** Few titles and sources, so that equal ones are common. */
const anyToasts = fc.array(
  fc.record({
    expiresAt: fc.nat(),
    tone: fc.constantFrom('good', 'bad', 'info'),
    title: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    source: fc.constantFrom(undefined, 'form', 'list'),
  }),
  { maxLength: 12 },
);

const queueOf = (toasts: readonly Omit<Toast, 'id'>[]) =>
  toasts.reduce<readonly Toast[]>(
    (queue, toast, at) => pushToast(queue, { ...toast, id: `${at}` }),
    [],
  );

const wordsOf = ({ tone, title }: Toast) => `${tone} ${title}`;

describe('toasts (docs/rules.md#9)', () => {
  test('the numbers are those of the specification', () => {
    expect([formToastMs, shopToastMs]).toEqual(factOf('toasts', 'defaultsMs'));
    expect(maxVisibleToasts).toBe(factOf('toasts', 'max'));
  });

  test.each(casesOf<ToastCase>('toasts', 'cases'))('case %#', (one) => {
    const dismissed = (one.dismiss ?? []).reduce(dismissToast, pushAll(one.push));
    const visible = expireToasts(dismissed, one.afterMs ?? 0).map(({ id }) => id);
    const expected = one.visible ?? one.recommendedVisible;
    if (expected) expect(visible).toEqual(expected);
    if (one.visibleCount !== undefined) expect(visible).toHaveLength(one.visibleCount);
    expect(visible.length).toBeLessThanOrEqual(one.visibleCountAtMost ?? maxVisibleToasts);
  });

  test('the newest three stay, in order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 10 }), (ids) => {
        expect(pushAll(ids).map(({ id }) => id)).toEqual(ids.slice(-maxVisibleToasts));
      }),
    );
  });

  test('a toast shows until it expires', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (expiresAt, now) => {
        expect(expireToasts([named('a', { expiresAt })], now)).toHaveLength(
          now < expiresAt ? 1 : 0,
        );
      }),
    );
  });

  test('the same toast again replaces the first', () => {
    const queue = pushToast(pushAll(['a', 'b']), named('a', { expiresAt: 9 }));
    expect(queue.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test('one with the same number replaces the first, whatever it says; with another text it stands beside it', () => {
    const first = named('a', { text: 'one' });
    expect(pushToast([first], named('a', { title: 'other' }))).toEqual([
      named('a', { title: 'other' }),
    ]);
    const second = { ...first, id: 'b', text: 'two' };
    expect(pushToast([first], second)).toEqual([first, second]);
  });

  test('no two say the same, and the newest stands last', () => {
    fc.assert(
      fc.property(anyToasts, (toasts) => {
        const queue = queueOf(toasts);
        const words = queue.map(wordsOf);
        expect(new Set(words).size).toBe(words.length);
        expect(queue.length).toBeLessThanOrEqual(maxVisibleToasts);
        expect(queue.at(-1)?.id).toBe(toasts.length > 0 ? `${toasts.length - 1}` : undefined);
      }),
    );
  });

  test('the same words again start anew', () => {
    const first = named('1', { title: 'Too many', tone: 'bad', expiresAt: 5000 });
    const again = { ...first, id: '2', expiresAt: 8000 };
    expect(expireToasts(pushToast([first], again), 6000)).toEqual([again]);
  });

  test('a success removes the errors of its source before it, and nothing else', () => {
    fc.assert(
      fc.property(anyToasts, fc.constantFrom(undefined, 'form', 'list'), (toasts, source) => {
        const before = queueOf(toasts);
        const success = named('done', { tone: 'good', title: 'done', source });
        const after = pushToast(before, success);
        const left = before.filter((one) => !(one.tone === 'bad' && one.source === source));
        expect(after).toEqual([...left, success].slice(-maxVisibleToasts));
      }),
    );
  });

  test('leaving a page drops its errors and keeps the rest', () => {
    fc.assert(
      fc.property(anyToasts, (toasts) => {
        const queue = queueOf(toasts);
        expect(dropErrors(queue)).toEqual(queue.filter(({ tone }) => tone !== 'bad'));
      }),
    );
  });
});

import {
  dismissToast,
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

const pushAll = (ids: readonly string[]): readonly Toast[] =>
  ids.reduce<readonly Toast[]>((queue, id) => pushToast(queue, { id, expiresAt: shopToastMs }), []);

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
        expect(expireToasts([{ id: 'a', expiresAt }], now)).toHaveLength(now < expiresAt ? 1 : 0);
      }),
    );
  });

  test('the same toast again replaces the first', () => {
    const queue = pushToast(pushAll(['a', 'b']), { id: 'a', expiresAt: 9 });
    expect(queue.map(({ id }) => id)).toEqual(['b', 'a']);
  });
});

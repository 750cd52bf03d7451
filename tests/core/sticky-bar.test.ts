import { stickyBarVisible } from '@coachsite/core/call-to-action';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../support/core-cases.ts';

interface FractionCase {
  readonly width: number;
  readonly fraction: number | null;
  readonly dismissed: boolean;
  readonly visible: boolean | null;
  readonly recommended?: boolean;
}

interface PixelCase {
  readonly width: number;
  readonly pageHeight: number;
  readonly windowHeight: number;
  readonly scrollY: number;
  readonly visible: boolean;
}

const view = { dismissed: false, consentOpen: false };

describe('the sticky bar (docs/rules.md#2, docs/rules.md#9)', () => {
  test.each(casesOf<FractionCase>('stickyBar', 'cases'))('$width px wide at $fraction', (one) => {
    const scrollable = one.fraction === null ? 0 : 10_000;
    const visible = stickyBarVisible({
      ...view,
      windowWidth: one.width,
      windowHeight: 800,
      pageHeight: 800 + scrollable,
      scrollY: (one.fraction ?? 0) * scrollable,
      dismissed: one.dismissed,
    });
    expect(visible).toBe(one.visible ?? one.recommended);
  });

  test.each(casesOf<PixelCase>('stickyBar', 'pixels'))('$width px wide at $scrollY px', (one) => {
    expect(stickyBarVisible({ ...view, ...one, windowWidth: one.width })).toBe(one.visible);
  });

  const anywhere = fc.record({
    scrollY: fc.integer({ min: -200, max: 20_000 }),
    pageHeight: fc.nat(20_000),
    windowHeight: fc.nat(2000),
    windowWidth: fc.integer({ min: 200, max: 3000 }),
  });

  test('is hidden once dismissed and while the cookie banner is open', () => {
    fc.assert(
      fc.property(anywhere, (place) => {
        expect(stickyBarVisible({ ...view, ...place, dismissed: true })).toBe(false);
        expect(stickyBarVisible({ ...view, ...place, consentOpen: true })).toBe(false);
      }),
    );
  });

  test('a page that cannot scroll has none, wherever it seems to be', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(2000), fc.nat(500), (scrollY, pageHeight, more) => {
        const place = { scrollY, pageHeight, windowHeight: pageHeight + more, windowWidth: 390 };
        expect(stickyBarVisible({ ...view, ...place })).toBe(false);
      }),
    );
    const still = { pageHeight: 800, windowHeight: 800, windowWidth: 390 };
    expect(stickyBarVisible({ ...view, ...still, scrollY: 1 })).toBe(false);
    expect(stickyBarVisible({ ...view, ...still, windowHeight: 900, scrollY: -50 })).toBe(false);
  });

  test('once shown, it stays while scrolling further and on a smaller screen', () => {
    fc.assert(
      fc.property(anywhere, fc.nat(5000), (place, more) => {
        if (!stickyBarVisible({ ...view, ...place })) return;
        expect(stickyBarVisible({ ...view, ...place, scrollY: place.scrollY + more })).toBe(true);
        expect(stickyBarVisible({ ...view, ...place, windowWidth: 390 })).toBe(true);
      }),
    );
  });
});

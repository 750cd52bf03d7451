import { describe, expect, it } from 'vitest';
import { newerBuiltIns } from '../support/newer-built-ins.ts';
import { newerUses } from '../support/newer-uses.ts';

const newer = newerBuiltIns();

describe('the check of built-ins', () => {
  it.each([
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['const { withResolvers } = Promise', 'Promise.withResolvers'],
    ['Promise[`try`](f)', 'Promise.try'],
    ['Array.fromAsync(list)', 'Array.fromAsync'],
    ['Object.groupBy(list, f)', 'Object.groupBy'],
    ['Map.groupBy(list, f)', 'Map.groupBy'],
    ['URL.canParse(text)', 'URL.canParse'],
    ['AbortSignal.any([one])', 'AbortSignal.any'],
    ['new Intl.Segmenter("nl")', 'Intl.Segmenter'],
    ['new Intl.DurationFormat("nl")', 'Intl.DurationFormat'],
    ['a.union(b)', '.union()'],
    ['new Set(list).isSubsetOf(b)', '.isSubsetOf()'],
    ['promise.then(f).finally(g); a.difference(b)', '.difference()'],
    ['text.isWellFormed()', '.isWellFormed()'],
    ['element.checkVisibility()', '.checkVisibility()'],
    ['map.values().map(f)', '.map() of an iterator'],
    ['map.entries().filter(f).toArray()', '.filter() of an iterator'],
    ['text.matchAll(/a/g).some(f)', '.some() of an iterator'],
    ['Iterator.from(list)', 'Iterator.from'],
    ['class Own extends Iterator {}', 'Iterator'],
    ['globalThis.Temporal.Now.instant()', 'Temporal'],
    ['requestIdleCallback(f)', 'requestIdleCallback'],
    ['new RegExp("[a--b]", "v")', 'RegExp("[a--b]", "v")'],
    ['RegExp("(?i:a)b")', 'RegExp("(?i:a)b", "")'],
  ])('finds what is newer than the oldest browsers: %s', (code, use) => {
    expect(newerUses(code, newer)).toContain(use);
  });

  it.each([
    '/[a--b]/v',
    '/(?i:a)b/',
    '/(?<a>x)|(?<a>y)/',
    '{ using file = open() }',
    'import data from "./a.json" with { type: "json" }',
  ])('finds syntax that they do not read: %s', (code) => {
    expect(newerUses(code, newer)).toEqual([expect.stringMatching(/^syntax: /)]);
  });

  it.each([
    'list.at(-1); list.findLast(f); Object.hasOwn(a, b); structuredClone(a)',
    'Object.values(a).map(f); Object.entries(a).filter(f)',
    '[...map.values()].map(f)',
    'Math.floor(1); URL.createObjectURL(blob); console.log(1)',
    'new Intl.DateTimeFormat("nl").format(0)',
    'AbortSignal.timeout(1); Promise.any([])',
    'new RegExp("a/b\\nc", "giu"); RegExp(made)',
    'class A { #a; static { this.b = 1 } has(o) { return #a in o } }',
  ])('leaves alone what they have: %s', (code) => {
    expect(newerUses(code, newer)).toEqual([]);
  });

  it.each([
    '"requestIdleCallback" in window ? requestIdleCallback(f) : f()',
    'if (typeof navigation === "object") navigation.addEventListener("navigate", f)',
    'if (typeof document.startViewTransition === "function") document.startViewTransition(f)',
    'element.checkVisibility?.()',
    'function Iterator() {} new Iterator()',
  ])('leaves alone what a script asks for first, or declares: %s', (code) => {
    expect(newerUses(code, newer)).toEqual([]);
  });
});

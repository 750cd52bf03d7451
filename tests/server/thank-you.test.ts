import { tmpdir } from 'node:os';
import { minuteMs } from '@coachsite/core/kernel';
import { readConfig } from '@coachsite/server/config';
import { fixedSite } from '@coachsite/server/live-site';
import { expect, test } from 'vitest';
import { laidSite } from '#server/src/pages/laid-site.ts';
import { pageState } from '#server/src/pages/page-state.ts';
import { createPages } from '#server/src/pages/pages.ts';
import { sharedSite } from '../support/shared-server.ts';

const { site } = await sharedSite();
const config = readConfig({ DATA_DIR: tmpdir() })._unsafeUnwrap();

const stateAtStart = { ebook: undefined, revision: '' };
const database = pageState(async () => stateAtStart, stateAtStart);

/** The thank-you page at a time that the test sets. */
function thanksAt(start: string) {
  let now = Date.parse(start);
  const pages = createPages(laidSite(fixedSite(site)), config, database, {
    clock: { now: () => now },
  });
  const location = pages.find('/thank-you');
  if (!location) throw new Error('no thank-you page');
  return {
    pass: (ms: number) => {
      now += ms;
    },
    copy: (language: 'nl' | 'en', search = '') => pages.page(location, language, search),
    text: async (language: 'nl' | 'en', search = '') =>
      String(await (await pages.page(location, language, search)).encoded('identity')),
  };
}

test('after a message it says by when the reply comes, in Belgian time', async () => {
  const thanks = thanksAt('2026-11-24T12:25:40Z');
  expect(await thanks.text('nl')).toContain('uiterlijk op woensdag 25 november om 13.25\u00a0uur');
  expect(await thanks.text('en')).toContain('by 13:25 on Wednesday 25 November');
});

test('each minute shows its own time, and one copy serves all of a minute', async () => {
  const thanks = thanksAt('2026-11-24T12:25:00Z');
  const first = await thanks.copy('nl');
  thanks.pass(minuteMs - 1);
  expect(await thanks.copy('nl')).toBe(first);
  thanks.pass(1);
  expect(await thanks.text('nl')).toContain('13.26\u00a0uur');
});

test('after a booking it thanks for the booking, whatever else the scheduling page adds', async () => {
  const thanks = thanksAt('2026-11-24T12:25:00Z');
  for (const query of ['?booked', '?booked=true&email=visitor%40example.com']) {
    const page = await thanks.text('nl', query);
    expect(page).toContain('Je gratis gesprek staat vast');
    expect(page).not.toContain('Je bericht is goed aangekomen');
    expect(page).not.toContain('visitor');
  }
  expect(await thanks.text('en', '?booked=')).toContain('Your free call is booked');
});

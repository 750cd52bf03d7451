import type { ConsentProof } from '@coachsite/adapters/contract';
import en from '@coachsite/ui/content/policies/2026-11-23/en.json' with { type: 'json' };
import nl from '@coachsite/ui/content/policies/2026-11-23/nl.json' with { type: 'json' };
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConsentBlock } from '#ui/src/features/admin/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(() => {
  restoreNetwork();
  vi.restoreAllMocks();
});

const choices = { necessary: true, functional: false, analytics: true, marketing: false } as const;
const proof: ConsentProof = {
  id: '5b0a7c1e-0000-4000-8000-00000000000a',
  version: '2026-11-23',
  language: 'nl',
  choices,
  at: '2026-01-05T10:00:00.000Z',
  earlier: [],
  wording: { nl, en },
};

async function open(respond: () => Response, language: 'nl' | 'en' = 'en') {
  const calls = respondToCalls(respond);
  await show(<ConsentBlock />, { language, texts: ['admin', 'consent'] });
  return calls;
}
function lookUp(number: string) {
  fireEvent.input(screen.getByRole('textbox'), { target: { value: number } });
  fireEvent.click(screen.getByRole('button', { name: /^(?:Look up|Zoek op)$/ }));
}

test('a proof shows the choice and the banner in the language of the visitor, then in the other', async () => {
  const calls = await open(() => Response.json(proof));
  lookUp(` ${proof.id} `);
  const title = await screen.findByRole('heading', { name: `Choice ${proof.id}` });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(calls.map(({ path }) => path)).toEqual([`/api/admin/consents/${proof.id}`]);
  expect(screen.getByText(nl.consent.title).closest('[lang]')?.getAttribute('lang')).toBe('nl');
  const row = (name: string) =>
    screen.getByText(name, { selector: 'li b' }).closest('li')?.textContent;
  expect(row(nl.consent.purpose.analytics.title)).toContain('allowed');
  expect(row(nl.consent.purpose.functional.title)).toContain('not allowed');
  expect(row(nl.consent.purpose.necessary.title)).toContain('always on');
  expect(screen.getByText(nl.cookies.choice.withdraw)).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(screen.getByText(en.consent.title).closest('[lang]')?.getAttribute('lang')).toBe('en');
  expect(screen.getByText(en.cookies.choice.withdraw)).toBeDefined();
});

test('earlier choices are listed, and a version without texts shows the choice alone', async () => {
  const earlier = [
    { version: '1999', language: 'nl' as const, choices, at: '2026-01-04T10:00:00.000Z' },
  ];
  await open(() => Response.json({ ...proof, version: '1999', wording: null, earlier }));
  lookUp(proof.id);
  expect(await screen.findByText('This site never showed a text of this version')).toBeDefined();
  expect(screen.getByText('Allowed: Necessary, Analytics (version 1999)')).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
});

test.each([
  ['nl', 404, 'consent_not_found', /^Geen cookiekeuze heeft deze referentie/],
  ['en', 404, 'consent_not_found', /^No cookie choice has this reference/],
  ['en', 503, 'unavailable', /^An error occurred/],
] as const)(
  'a failure is explained and forgotten at the next key (%s, %i)',
  async (language, status, code, text) => {
    await open(() => Response.json({ code, message: '' }, { status }), language);
    lookUp('unknown-number');
    expect(await screen.findByText(text)).toBeDefined();
    fireEvent.input(screen.getByRole('textbox'), { target: { value: 'x' } });
    expect(screen.queryByText(text)).toBeNull();
  },
);

test('an empty number is reported at the field, which gets the focus; nothing is sent', async () => {
  const calls = await open(() => Response.json(proof));
  lookUp('  ');
  expect(await screen.findByText('Enter the reference.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  expect(calls).toEqual([]);
});

test('a proof is saved as a file, whole', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:proof';
  });
  await open(() => Response.json(proof));
  lookUp(proof.id);
  fireEvent.click(await screen.findByRole('button', { name: 'Save as a file' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual(proof);
});

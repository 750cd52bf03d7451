import { factNames, factProblems, missingFacts, type OwnerFacts } from '@coachsite/core/facts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { SiteFactsBlock } from '#ui/src/features/admin/index.ts';
import { toDraft, toFacts } from '#ui/src/features/admin/site-facts/draft.ts';
import { fieldId } from '#ui/src/features/admin/site-facts/field-id.ts';
import { show } from '../support/show.tsx';
import { someFacts } from '../support/some-facts.ts';

afterEach(() => vi.unstubAllGlobals());

const loaded = (version: number, facts: object = {}) => ({
  version,
  savedAt: null,
  savedBy: null,
  samples: [],
  fixed: [],
  isPublished: true,
  facts: { ...someFacts, ...facts },
});

/** Responds to the calls of the block; returns what was sent to save. */
async function open(
  saves: readonly [status: number, body: unknown][],
  latest = loaded(1),
  missing: readonly object[] = [],
  facts: object = {},
) {
  const sent: { version: number; facts: typeof someFacts }[] = [];
  const reply = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  let reads = 0;
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'PUT') {
      sent.push(JSON.parse(String(body)));
      const [status, response] = saves[sent.length - 1] ?? [500, {}];
      return reply(response, status);
    }
    if (path === '/api/admin/site') {
      reads += 1;
      return reply(reads === 1 ? loaded(1, facts) : latest);
    }
    return reply(path.endsWith('/missing') ? missing : []);
  });
  await show(<SiteFactsBlock />, { language: 'en', texts: ['admin', 'site-facts'] });
  await screen.findByLabelText('Your name');
  return sent;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

test('what is typed and read again is the same facts, in both languages', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.constantFrom('nl', 'en'),
      (amountCents, language) => {
        const price = {
          ...someFacts.prices['workout-plan'],
          ...someFacts.prices['1-on-1'],
          amountCents,
        } as never;
        const facts = { ...someFacts, prices: { ...someFacts.prices, 'workout-plan': price } };
        expect(toFacts(toDraft(facts, language))).toEqual(facts);
      },
    ),
  );
});

test('an amount that is no number is wrong, and never zero', () => {
  for (const amountCents of ['free', '1.2.3', '-5', '12,345', '0']) {
    const draft = toDraft(someFacts, 'nl');
    const prices = { ...draft.prices, '1-on-1': { ...draft.prices['1-on-1'], amountCents } };
    const [problem] = factProblems(toFacts({ ...draft, prices }), Date.now());
    expect(problem).toEqual({ field: 'prices.1-on-1.amountCents', reason: 'not_an_amount' });
  }
});

test('a wrong field is named beside it, and nothing is sent until it is right', async () => {
  const sent = await open([[200, loaded(2, { phone: '+32 9 123 45 67' })]]);
  type('Phone', 'call me');
  save();
  await screen.findByText('This number isn’t complete, for example +32 470 12 34 56.');
  expect(sent).toEqual([]);
  type('Phone', '+32 9 123 45 67');
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ version: 1, facts: { phone: '+32 9 123 45 67' } });
});

test('an error of the server stands at its field', async () => {
  await open([
    [422, { code: 'validation_failed', message: '', fields: { phone: 'Not this one.' } }],
  ]);
  save();
  await screen.findByText('Not this one.');
});

/** A field of each fact. A new fact does not compile until its field is named here. */
const fields = {
  coach: {
    name: 'coach.name',
    portrait: 'coach.portrait.alt.nl',
    training: 'coach.training.0.year',
    since: 'coach.since',
    languages: 'coach.languages',
    region: 'coach.region.nl',
    reason: 'coach.reason.nl',
  } satisfies Readonly<Record<keyof OwnerFacts['coach'], string>>,
  email: 'email',
  phone: 'phone',
  instagram: 'instagram.handle',
  googleReviewsUrl: 'googleReviewsUrl',
  bookingUrl: 'bookingUrl',
  openingPromise: 'openingPromise.nl',
  prices: 'prices.1-on-1.amountCents',
  testimonials: 'testimonials.0.consentRef',
  claims: 'claims.satisfaction.basis',
  company: {
    legalName: 'company.legalName',
    enterpriseNumber: 'company.enterpriseNumber',
    vatNumber: 'company.vatNumber',
    vatExempt: 'company.vatExempt',
    statementsConfirmed: 'company.statementsConfirmed',
    bankAccount: 'company.bankAccount',
    street: 'company.street',
    postalCode: 'company.postalCode',
    city: 'company.city',
    // The legal texts hold for Belgium only.
    country: undefined,
  } satisfies Readonly<Record<keyof OwnerFacts['company'], string | undefined>>,
  texts: 'texts.faq.nl',
} satisfies Readonly<Record<keyof OwnerFacts, string | object>>;

/** Their labels are around them. */
const ticks = ['coach.languages', 'company.vatExempt', 'company.statementsConfirmed'];

test('every fact has a field, and its mistakes are counted in one part', async () => {
  const { coach, company, ...others } = fields;
  const all = [coach, company, others].flatMap((names) => Object.values(names));
  const named = all.filter((field) => field !== undefined);
  const body = { code: 'validation_failed', message: '', fields: {} };
  await open([
    [422, { ...body, fields: Object.fromEntries(named.map((field) => [field, 'Wrong.'])) }],
  ]);
  save();
  const counts = await screen.findAllByText(/isn’t right|aren’t right/);
  const counted = counts.reduce(
    (sum, { textContent }) => sum + Number.parseInt(textContent, 10),
    0,
  );
  expect(counted).toBe(named.length);
  const drawn = named.filter((field) => !ticks.includes(field));
  expect(drawn.filter((field) => !document.getElementById(fieldId(field)))).toEqual([]);
});

test('an owner begins with the texts that pages have now, and what is saved is asked for in both languages', async () => {
  const sent = await open([[200, loaded(2)]], loaded(1), [], { texts: undefined });
  fireEvent.click(screen.getByRole('button', { name: /^Begin with .*Questions and answers/ }));
  const field = await screen.findByDisplayValue(/^## Getting started/);
  expect(field.getAttribute('lang')).toBe('en');
  fireEvent.click(screen.getByRole('button', { name: /^Begin with .*your story/ }));
  await screen.findByDisplayValue(/^The men I coach work/);
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(Object.keys(sent[0]?.facts.texts ?? {})).toEqual(['aboutStory', 'faq']);
  expect(factProblems(sent[0]?.facts as OwnerFacts, Date.now())).toEqual([]);
});

test('each missing fact is named by the words of its field, with who asks for it, and leads to it', async () => {
  const { coach, company } = someFacts;
  const { training: _1, since: _2, region: _3, reason: _4, ...person } = coach;
  const bare = {
    ...someFacts,
    coach: { ...person, name: '', training: [], portrait: { ...coach.portrait, file: '' } },
    company: {
      ...company,
      ...{ legalName: '', street: '', postalCode: '', city: '', enterpriseNumber: '' },
      ...{ vatNumber: '', vatExempt: false, bankAccount: '', statementsConfirmed: false },
    },
    email: 'hello@coach.example',
    prices: {},
    claims: someFacts.claims.map((claim) => ({ ...claim, asOf: '2020-01-01' })),
    testimonials: someFacts.testimonials.map((one) => ({ ...one, sample: true })),
    placeholders: ['name', 'instagram', 'googleReviewsUrl', 'bookingUrl'],
    samples: factNames,
  };
  const missing = missingFacts(bare, Date.now()).map(({ field, asks, isNeeded, reason }) => ({
    ...{ field, asks, needed: isNeeded, text: `why ${reason}` },
  }));
  await open([], loaded(1), missing);
  const rows = await waitFor(() => {
    const found = screen.getAllByText(/^why /).map((why) => why.closest('li') as HTMLElement);
    expect(found).toHaveLength(missing.length - 1);
    return found;
  });
  expect(screen.getByText('Name of the site').closest('a')).toBeNull();
  const places = new Map<string, string | undefined>();
  for (const row of rows) {
    const link = row.querySelector('a') as HTMLAnchorElement;
    expect(row.textContent).toMatch(/^(the law|visitors)/);
    fireEvent.click(link);
    const focused = document.activeElement as HTMLElement;
    expect([link.textContent, focused.closest('form') !== null]).toEqual([link.textContent, true]);
    expect(focused.closest('details')?.open).toBe(true);
    places.set(link.textContent, focused.id);
  }
  expect(Object.fromEntries(places)).toMatchObject({
    'Your name': 'fact-coach-name',
    Region: 'fact-coach-region-nl',
    'Street and number': 'fact-company-street',
    'Workout plan': 'fact-prices-workout-plan-amountCents',
    Satisfaction: 'fact-claims-satisfaction-value',
    'Link to your calendar': 'fact-bookingUrl',
  });
});

test('what an offer includes is asked once it has a price', async () => {
  await open([]);
  const offer = 'prices.1-on-1';
  const fieldOf = (name: string) =>
    document.getElementById(fieldId(`${offer}.${name}`)) as HTMLInputElement;
  const details = () => ['from', 'includes.nl'].map((name) => fieldOf(name) !== null);
  const amount = fieldOf('amountCents');
  expect([amount.value !== '', details()]).toEqual([true, [true, true]]);
  fireEvent.change(amount, { target: { value: ' ' } });
  expect(details()).toEqual([false, false]);
  fireEvent.change(amount, { target: { value: '90' } });
  expect(details()).toEqual([true, true]);
});

test('what another admin saved is kept, and so is what was typed', async () => {
  const latest = loaded(7, { email: 'other@coach.example' });
  const sent = await open(
    [
      [409, { code: 'facts_conflict', message: '' }],
      [200, latest],
    ],
    latest,
  );
  type('Phone', '+32 9 123 45 67');
  save();
  await screen.findByText(/^Somebody else saved something too/);
  expect(screen.getByLabelText('Phone')).toHaveProperty('value', '+32 9 123 45 67');
  expect(screen.getByLabelText('Email on the site')).toHaveProperty('value', 'other@coach.example');
  save();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    version: 7,
    facts: { phone: '+32 9 123 45 67', email: 'other@coach.example' },
  });
});

test('what is typed while the facts are saved stays', async () => {
  const sent = await open([
    [200, loaded(2, { phone: '+32 9 123 45 67' })],
    [409, { code: 'facts_conflict', message: '' }],
  ]);
  const name = () => screen.getByLabelText('Your name');
  type('Phone', '+32 9 123 45 67');
  save();
  type('Your name', 'Mila');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDefined());
  await screen.findByRole('button', { name: 'Discard changes' });
  expect(name()).toHaveProperty('value', 'Mila');
  save();
  type('Your name', 'Mila Peeters');
  await screen.findByText(/^Somebody else saved something too/);
  expect(name()).toHaveProperty('value', 'Mila Peeters');
  expect(sent).toHaveLength(2);
});

test('the text about a portrait that was typed before it was sent stays', async () => {
  const { coach } = someFacts;
  const portrait = { ...coach.portrait, file: 'other' };
  await open([[200, loaded(2, { coach: { ...coach, portrait } })]]);
  const alt = () => screen.getAllByLabelText(/^What the photo shows/)[0] as HTMLElement;
  fireEvent.change(alt(), { target: { value: 'Mila aan zee' } });
  const picture = new File(['x'], 'x.jpg', { type: 'image/jpeg' });
  vi.stubGlobal('fetch', async () => Response.json(loaded(2, { coach: { ...coach, portrait } })));
  fireEvent.change(screen.getByLabelText('Choose a photo'), { target: { files: [picture] } });
  await waitFor(() =>
    expect(document.querySelector('.focal img')?.getAttribute('src')).toContain('other'),
  );
  expect(alt()).toHaveProperty('value', 'Mila aan zee');
});

test('facts that are stored and not on the pages yet are said to be so, until they are', async () => {
  const stuck = { ...loaded(2, { phone: '+32 470 11 22 33' }), isPublished: false };
  await open([[200, stuck]], { ...stuck, isPublished: true });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved, but not on the site yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
  await waitFor(() => expect(screen.queryByText('Saved, but not on the site yet')).toBeNull());
});

test('a list of versions that could not be read says so, and can be read again', async () => {
  await open([]);
  const { fetch } = globalThis;
  const lists = [undefined, Response.json([])];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.endsWith('/versions')) return fetch(path, init);
    return lists.shift() ?? new Response(null, { status: 500 });
  });
  const history = screen.getByText('History').closest('details');
  if (!history) throw new Error('The list is not folded');
  history.open = true;
  fireEvent(history, new Event('toggle'));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

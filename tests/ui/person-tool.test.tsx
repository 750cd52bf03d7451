import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PersonTool } from '#ui/src/features/admin/people/person-tool.tsx';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(() => {
  restoreNetwork();
  vi.restoreAllMocks();
});

const ann = 'ann@example.com';
const noData = {
  email: ann,
  accounts: [],
  messages: [],
  interests: [],
  mails: [],
  securityEvents: [],
};
const noCounts = {
  accounts: 0,
  messages: 0,
  interests: 0,
  securityEvents: 0,
  mails: 0,
  textMessages: 0,
};

async function open(language: 'nl' | 'en' = 'en') {
  let erasures = 0;
  await show(
    <>
      <PersonTool onErased={() => (erasures += 1)} />
      <Toasts />
    </>,
    { language, texts: ['admin'] },
  );
  return { erasures: () => erasures };
}
const field = (name = 'Email address of the person') =>
  screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (value: string, name?: string) => fireEvent.input(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** The dialog opens once what would be erased is counted. */
const asked = () => screen.findByRole('dialog');
const confirmErasure = async (name = 'Erase for good') =>
  fireEvent.click(within(await asked()).getByRole('button', { name }));
const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;
const kept = () => document.querySelector('.stack > .notice')?.textContent;
const shows = async (said: string) => {
  await waitFor(() => expect(lastToast()).toContain(said));
  expect(kept()).toContain(said);
};

test('an export is saved as a file; the address is sent in the body', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:person';
  });
  const data = { ...noData, messages: [{ email: ann, message: 'Dag' }] };
  const calls = respondToCalls(() => Response.json(data));
  await open();
  type(' Ann@Example.com ');
  press('Export');
  await shows('The data of ann@example.com has been exported.');
  expect(calls).toEqual([
    { method: 'POST', path: '/api/admin/person/export', body: { email: ann } },
  ]);
  expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual(data);
});

test.each([
  [
    'nl',
    'E-mailadres van de persoon',
    ['Wis alles', 'Wis voorgoed'],
    'Gevonden: 1 account, 2 berichten, 2 regels in het logboek.',
    'Alles over ann@example.com is gewist.',
    '1 account, 2 berichten, 1 plaats op de wachtlijst',
  ],
  [
    'en',
    'Email address of the person',
    ['Erase everything', 'Erase for good'],
    'Found: 1 account, 2 messages, 2 lines in the log.',
    'Everything about ann@example.com has been erased.',
    '1 account, 2 messages, 1 place on the waiting list',
  ],
] as const)(
  'an erasure says what it found, is confirmed once, then shows how much of each kind was erased (%s)',
  async (language, label, [action, sure], found, done, counts) => {
    const calls = respondToCalls(({ path }) =>
      Response.json(
        path.endsWith('export')
          ? { ...noData, accounts: [{ securityEvents: [{}, {}] }], messages: [{}, {}] }
          : { ...noCounts, accounts: 1, messages: 2, interests: 1 },
      ),
    );
    const { erasures } = await open(language);
    type(ann, label);
    press(action);
    const question = (await asked()).textContent;
    expect(question).toContain(ann);
    expect(question).toContain(found);
    expect(calls).toMatchObject([{ path: '/api/admin/person/export', body: { email: ann } }]);
    await confirmErasure(sure);
    await shows(done);
    expect(kept()).toContain(counts);
    expect(erasures()).toBe(1);
    expect(calls.slice(1)).toMatchObject([
      { path: '/api/admin/person/erase', body: { email: ann } },
    ]);
  },
);

test('an empty result is shown, and saves and changes nothing', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL');
  respondToCalls(({ path }) => Response.json(path.endsWith('export') ? noData : noCounts));
  const { erasures } = await open();
  type(ann);
  press('Export');
  await shows(
    'No account, message, place on the waiting list or line in the log under ann@example.com.',
  );
  const erase = screen.getByRole('button', { name: 'Erase everything' });
  await waitFor(() => expect(erase).toHaveProperty('disabled', false));
  press('Erase everything');
  expect((await asked()).textContent).toContain('Nothing is kept under ann@example.com.');
  expect(kept()).toBeUndefined();
  await confirmErasure();
  await shows('Nothing is kept under ann@example.com.');
  expect(erasures()).toBe(0);
  expect(saved).not.toHaveBeenCalled();
});

test('an invalid address is reported at the field, which gets the focus; nothing is sent', async () => {
  const calls = respondToCalls(() => Response.json(noCounts));
  await open();
  for (const button of ['Export', 'Erase everything']) {
    type('nobody');
    press(button);
    await waitFor(() => expect(field().getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field());
    expect(screen.getByText('Invalid email format')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    type('nob');
    expect(screen.queryByText('Invalid email format')).toBeNull();
  }
  expect(calls).toEqual([]);
});

test.each([
  [409, 'last_admin', 'You’re the last admin.'],
  [429, 'over_request_rate_limit', 'Too many requests.'],
  [500, 'unexpected_failure', 'An error occurred. Please try again.'],
])('an error is explained: %i %s', async (status, code, said) => {
  respondToCalls(({ path }) =>
    path.endsWith('export')
      ? Response.json(noData)
      : Response.json({ code, message: '' }, { status }),
  );
  const { erasures } = await open();
  type(ann);
  press('Erase everything');
  await confirmErasure();
  await shows(said);
  expect(erasures()).toBe(0);
});

test.each([
  ['nl', 'Telefoonnummer', 'Telefoonnummer van de persoon', 'Exporteer', /^Dit nummer klopt niet/],
  ['en', 'Phone number', 'Phone number of the person', 'Export', /^That number isn’t right/],
] as const)(
  'a person is found by phone number, however it is written (%s)',
  async (language, way, label, action, invalid) => {
    const data = { ...noData, email: undefined, phone: '32470111222' };
    const calls = respondToCalls(() => Response.json(data));
    await open(language);
    fireEvent.click(screen.getByRole('radio', { name: way }));
    type('0470 11 12', label);
    press(action);
    expect(await screen.findByText(invalid, { selector: '.err *' })).toBeDefined();
    expect(document.activeElement).toBe(field(label));
    expect(calls).toEqual([]);
    type('0470/11.12.22', label);
    press(action);
    await shows('+32470111222');
    expect(calls).toEqual([
      { method: 'POST', path: '/api/admin/person/export', body: { phone: '0470/11.12.22' } },
    ]);
  },
);

test('an erasure by phone names the number in its question, and every kind it erased', async () => {
  const calls = respondToCalls(({ path }) =>
    Response.json(
      path.endsWith('export')
        ? { ...noData, phone: '32470111222' }
        : { ...noCounts, pendingChanges: 1, errorReports: 2, textMessages: 1 },
    ),
  );
  await open();
  fireEvent.click(screen.getByRole('radio', { name: 'Phone number' }));
  type('0470 11 12 22', 'Phone number of the person');
  press('Erase everything');
  expect((await asked()).textContent).toContain('+32470111222');
  await confirmErasure();
  await shows('Everything about +32470111222 has been erased.');
  const counts = '1 unconfirmed request by another account, 1 text message, 2 error reports';
  expect(kept()).toContain(counts);
  expect(calls).toMatchObject([
    { path: '/api/admin/person/export', body: { phone: '0470 11 12 22' } },
    { path: '/api/admin/person/erase', body: { phone: '+32470111222' } },
  ]);
});

test('without knowing what would be erased, nothing is asked', async () => {
  respondToCalls(() => Response.json({ code: 'unexpected_failure', message: '' }, { status: 500 }));
  await open();
  type(ann);
  press('Erase everything');
  await shows('An error occurred. Please try again.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

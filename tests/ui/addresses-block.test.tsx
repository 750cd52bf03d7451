import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { AddressesBlock } from '#ui/src/features/admin/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const at = '2026-11-24T12:00:00.000Z';

test('one press on a missed path takes it into the form, whose target has the focus; its row can be taken back', async () => {
  let redirects: readonly object[] = [{ from: '/eerder', to: null }];
  const sent: unknown[] = [];
  respondToCalls(({ method, path, body }) => {
    if (path.endsWith('/missed'))
      return Response.json({ paths: [{ path: '/gemist', count: 7, lastAt: at }] });
    if (method === 'PUT') {
      sent.push(body);
      redirects = (body as { redirects: typeof redirects }).redirects;
    }
    return Response.json({ version: 1 + sent.length, redirects });
  });
  await show(<AddressesBlock />, { language: 'en', texts: ['admin'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Redirect /gemist' }));
  const target = screen.getByLabelText<HTMLInputElement>('Leads to');
  expect(document.activeElement).toBe(target);
  expect(screen.getByLabelText<HTMLInputElement>('Old address').value).toBe('/gemist');
  fireEvent.change(target, { target: { value: '/contact' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
  await screen.findByRole('button', { name: 'Remove /gemist' });
  fireEvent.click(screen.getByRole('button', { name: 'Undo the last change' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const gone = { from: '/eerder', to: null };
  expect(sent).toEqual([
    { version: 1, redirects: [gone, { from: '/gemist', to: '/contact' }] },
    { version: 2, redirects: [gone] },
  ]);
});

test('addresses are shown with their letters, but for escapes that mean something', async () => {
  const from = ['/oude%20caf%C3%A9', '/100%25', '/a%E2%80%AEb', '/%ff'];
  respondToCalls(({ path }) =>
    path.endsWith('/missed')
      ? Response.json({ paths: [{ path: '/gemist%C3%A9', count: 7, lastAt: at }] })
      : Response.json({ version: 1, redirects: from.map((one) => ({ from: one, to: null })) }),
  );
  await show(<AddressesBlock />, { language: 'en', texts: ['admin'] });
  for (const shown of ['/oude café', '/100%25', '/a%E2%80%AEb', '/%ff'])
    await screen.findByRole('button', { name: `Remove ${shown}` });
  await screen.findByRole('button', { name: 'Redirect /gemisté' });
});

test.each([
  [{ '1.to': 'loop' }, 'Leads to', /leads back to itself/],
  [{ '1.to': 'no_page' }, 'Leads to', /Nothing on this site is at this address/],
  [{ '1.from': 'existing_page', '1.to': 'foreign_host' }, 'Old address', /There is a page/],
  [{ '0.to': 'chain' }, 'Old address', /First mend \/eerder: This leads to another old address/],
])('a refused row says why in its field (%j)', async (fields, label, says) => {
  respondToCalls(({ method, path }) => {
    if (path.endsWith('/missed')) return Response.json({ paths: [] });
    return method === 'GET'
      ? Response.json({ version: 1, redirects: [{ from: '/eerder', to: '/later' }] })
      : Response.json({ code: 'validation_failed', message: '', fields }, { status: 422 });
  });
  await show(<AddressesBlock />, { language: 'en', texts: ['admin'] });
  await screen.findByText('Nobody missed a page');
  fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
  const field = screen.getByLabelText(label);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.body.textContent).toMatch(says);
});

test.each(['redirects_conflict', 'internal_error'])(
  'nothing typed is lost where a row cannot be saved (%s)',
  async (code) => {
    respondToCalls(({ method, path }) => {
      if (path.endsWith('/missed')) return Response.json({ paths: [] });
      return method === 'GET'
        ? Response.json({ version: 1, redirects: [] })
        : Response.json({ code, message: '' }, { status: code === 'internal_error' ? 500 : 409 });
    });
    await show(<AddressesBlock />, { language: 'en', texts: ['admin'] });
    const [from, to] = ['Old address', 'Leads to'];
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    await screen.findByLabelText(from);
    fireEvent.change(field(from), { target: { value: '/oud' } });
    fireEvent.change(field(to), { target: { value: '/contact' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save address' }));
    await waitFor(() => expect(document.activeElement).toBe(field(to)));
    expect([field(from).value, field(to).value]).toEqual(['/oud', '/contact']);
  },
);

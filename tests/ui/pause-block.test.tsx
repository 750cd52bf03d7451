import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PauseBlock } from '#ui/src/features/admin/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

test.each([
  [{ from: 'required', until: 'required' }, 'First day'],
  [{ until: 'before_from' }, 'Last day'],
])('a rejected date takes the focus, which says why (%j)', async (fields, label) => {
  respondToCalls(({ method }) =>
    method === 'GET'
      ? Response.json(null)
      : Response.json({ code: 'validation_failed', message: '', fields }, { status: 422 }),
  );
  await show(<PauseBlock onChanged={() => {}} />, { language: 'en', texts: ['admin'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Save time off' }));
  const field = screen.getByLabelText(label);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('no date can be typed while the time off ends, as the form is drawn anew afterwards', async () => {
  const ended = Promise.withResolvers<Response>();
  const pauses = [{ from: '2026-02-02', until: '2026-02-06' }, null];
  respondToCalls(({ method }) =>
    method === 'GET' ? Response.json(pauses.shift()) : ended.promise,
  );
  await show(<PauseBlock onChanged={() => {}} />, { language: 'en', texts: ['admin'] });
  fireEvent.click(await screen.findByRole('button', { name: 'End time off' }));
  const field = () => screen.getByLabelText<HTMLInputElement>('First day');
  expect(field().readOnly).toBe(true);
  ended.resolve(new Response(null, { status: 204 }));
  await waitFor(() => expect([field().value, field().readOnly]).toEqual(['', false]));
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SecondFactorStep } from '#ui/src/features/mfa/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { keeper } from '#ui/src/session/compose.ts';
import {
  errorResponse,
  type RecordedRequest,
  respondToCalls,
  restoreNetwork,
  sessionOf,
} from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

const app = { id: 'app', factor_type: 'totp', status: 'verified' };
const phone = { id: 'phone', factor_type: 'phone', status: 'verified', phone: '32470000012' };

const session = () => {
  const { user, ...rest } = sessionOf('ann@example.com');
  return { ...rest, aal: 'aal1', user: { ...user, factors: [app, phone] } } as const;
};

const onDone = vi.fn();

/** Opens the step and submits a code, whose verdict waits for `answer`. */
async function submitHeld() {
  const held = Promise.withResolvers<Response>();
  const calls = respondToCalls(({ path }: RecordedRequest) => {
    if (path.endsWith('/challenge')) return Response.json({ id: 'challenge', expires_at: 0 });
    return path.endsWith('/verify') ? held.promise : undefined;
  });
  keeper.adopt(session() as never, 'signed_in');
  const step = (
    <>
      <SecondFactorStep onDone={onDone} onOther={() => {}} />
      <Toasts />
    </>
  );
  await show(step, { language: 'en', texts: ['mfa', 'auth'] });
  type('111111');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/verify'))).toBe(true));
  return { calls, answer: (response: Response) => act(async () => held.resolve(response)) };
}

const cells = () => screen.queryAllByRole<HTMLInputElement>('textbox');
const typed = () =>
  cells()
    .map(({ value }) => value)
    .join('');

function type(code: string) {
  const [first] = cells();
  if (first) fireEvent.change(first, { target: { value: code } });
}

const refused = () => errorResponse(422, 'mfa_verification_failed');

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  keeper.forget();
  restoreNetwork();
});

test('a refused code is cleared, and its error stands beside the cells', async () => {
  const { answer } = await submitHeld();
  await answer(refused());
  await waitFor(() => expect(typed()).toBe(''));
  expect(cells()[0]?.getAttribute('aria-invalid')).toBe('true');
});

test('a code that is typed while the one before is verified stays when that one is refused', async () => {
  const { answer } = await submitHeld();
  type('222222');
  await answer(refused());
  await waitFor(() => expect(document.querySelector('.toast')).not.toBeNull());
  expect(typed()).toBe('222222');
});

test('the error of a code is not shown beside another factor', async () => {
  const { answer } = await submitHeld();
  fireEvent.click(screen.getByRole('radio', { name: /text message/i }));
  fireEvent.click(screen.getByRole('button', { name: /Send/ }));
  await waitFor(() => expect(cells()).toHaveLength(6));
  type('333333');
  await answer(refused());
  await waitFor(() => expect(document.querySelector('.toast')).not.toBeNull());
  expect(typed()).toBe('333333');
  expect(cells()[0]?.getAttribute('aria-invalid')).not.toBe('true');
});

test('a session that ends while its code is verified stays ended', async () => {
  const { answer } = await submitHeld();
  const other = screen.getByRole<HTMLButtonElement>('button', { name: 'Use another account' });
  expect(other.disabled).toBe(true);
  // In another tab.
  localStorage.removeItem('session');
  await answer(Response.json({ ...session(), aal: 'aal2' }));
  await waitFor(() => expect(other.disabled).toBe(false));
  expect(keeper.current()).toBeUndefined();
  expect(onDone).not.toHaveBeenCalled();
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SecondFactorStep } from '#ui/src/features/mfa/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { keeper } from '#ui/src/session/compose.ts';
import {
  errorResponse,
  respondToCalls,
  restoreNetwork,
  sessionOf,
} from '../support/auth-server.ts';
import { someRuntimeConfig } from '../support/runtime-config.ts';
import { show } from '../support/show.tsx';

const app = { id: 'app-1', factor_type: 'totp', status: 'verified' };
const phone = { id: 'phone-1', factor_type: 'phone', status: 'verified', phone: '32470111222' };
const rightCode = '123456';

beforeEach(() => localStorage.clear());
afterEach(restoreNetwork);

interface Server {
  /** Replaces the response to a challenge. */
  readonly challenge?: (number: number) => Response;
  /** The verdict on a code waits for it. */
  readonly held?: Promise<void>;
}

/** The step of somebody with these factors. The server numbers its challenges and knows one right code. */
async function open(factors: readonly object[], { challenge, held }: Server = {}) {
  const { user } = sessionOf('ann@example.com');
  const session = { ...sessionOf('ann@example.com'), aal: 'aal1', user: { ...user, factors } };
  keeper.adopt(session as never, 'signed_in');
  let number = 0;
  const calls = respondToCalls(async ({ path, body }) => {
    if (path.endsWith('/challenge')) {
      number += 1;
      const id = `challenge-${number}`;
      return challenge?.(number) ?? Response.json({ id, expires_at: 2e9 });
    }
    if (path.includes('/logout')) return new Response(null, { status: 204 });
    if (!path.endsWith('/verify')) return undefined;
    await held;
    return (body as { code: string }).code === rightCode
      ? Response.json({ ...session, aal: 'aal2' })
      : errorResponse(422, 'mfa_verification_failed');
  });
  const ended: string[] = [];
  const step = (
    <>
      <SecondFactorStep onDone={() => ended.push('done')} onOther={() => ended.push('other')} />
      <Toasts />
    </>
  );
  const signIn = { ...someRuntimeConfig.signIn, smsIntervalSeconds: 0 };
  await show(step, { language: 'en', texts: ['mfa'], config: { signIn } });
  return {
    ended,
    /** The challenges that were answered, with the code. */
    tried: () =>
      calls
        .filter(({ path }) => path.endsWith('/verify'))
        .map(({ path, body }) => [path, body as { challenge_id: string; code: string }] as const)
        .map(([path, body]) => [path.split('/').at(-2), body.challenge_id, body.code]),
    paths: () => calls.map(({ path }) => path),
  };
}

const cells = () => screen.queryAllByRole<HTMLInputElement>('textbox', { name: /^Digit/ });
const typed = () =>
  cells()
    .map(({ value }) => value)
    .join('');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
function confirm(code: string) {
  fireEvent.change(cells()[0] as Element, { target: { value: code } });
  fireEvent.click(button('Confirm'));
}
const lastToast = () => [...document.querySelectorAll('.toast')].at(-1)?.textContent;

describe('the code of an app', () => {
  test('is asked for at once, can be typed again after a mistake, and raises the session', async () => {
    const { ended, tried } = await open([app]);
    expect(screen.getByText(/^Open your authenticator app/)).toBeDefined();
    expect(screen.queryAllByRole('radio')).toEqual([]);
    expect(document.activeElement).toBe(cells()[0]);
    fireEvent.change(cells()[0] as Element, { target: { value: '12345' } });
    expect(button('Confirm').disabled).toBe(true);
    confirm('000000');
    await waitFor(() => expect(cells()[0]?.getAttribute('aria-invalid')).toBe('true'));
    expect(typed()).toBe('');
    expect(document.activeElement).toBe(cells()[0]);
    expect(lastToast()).toBeTruthy();
    expect([ended, keeper.current()?.aal]).toEqual([[], 'aal1']);
    fireEvent.change(cells()[0] as Element, { target: { value: '1' } });
    await waitFor(() => expect(cells()[0]?.getAttribute('aria-invalid')).toBeNull());
    confirm(rightCode);
    await waitFor(() => expect(ended).toEqual(['done']));
    expect(keeper.current()?.aal).toBe('aal2');
    // Each try has a challenge of its own, as one allows five wrong codes.
    expect(tried()).toEqual([
      ['app-1', 'challenge-1', '000000'],
      ['app-1', 'challenge-2', rightCode],
    ]);
  });
});

describe('the code of a text message', () => {
  test('is sent by a press, before which there is nothing to type', async () => {
    const { ended, tried } = await open([phone]);
    expect(cells()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('heading'));
    expect(button('Confirm').disabled).toBe(true);
    fireEvent.click(button('Send code'));
    await waitFor(() => expect(document.activeElement).toBe(cells()[0]));
    expect(lastToast()).toBe('The code is on its way.');
    confirm('000000');
    await waitFor(() => expect(cells()[0]?.getAttribute('aria-invalid')).toBe('true'));
    confirm(rightCode);
    await waitFor(() => expect(ended).toEqual(['done']));
    expect(tried()).toEqual([
      ['phone-1', 'challenge-1', '000000'],
      ['phone-1', 'challenge-1', rightCode],
    ]);
  });

  test('stays valid when a second one could not be sent', async () => {
    const { ended, tried } = await open([phone], {
      challenge: (number) =>
        number === 1
          ? Response.json({ id: 'challenge-1', expires_at: 2e9 })
          : errorResponse(429, 'over_sms_send_rate_limit'),
    });
    fireEvent.click(button('Send code'));
    await waitFor(() => expect(cells()).toHaveLength(6));
    fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(lastToast()).not.toBe('The code is on its way.'));
    confirm(rightCode);
    await waitFor(() => expect(ended).toEqual(['done']));
    expect(tried()).toEqual([['phone-1', 'challenge-1', rightCode]]);
  });

  test('that could not be sent leaves nothing to type', async () => {
    const { paths } = await open([phone], {
      challenge: () => errorResponse(500, 'sms_send_failed'),
    });
    fireEvent.click(button('Send code'));
    await waitFor(() => expect(button('Send code').getAttribute('aria-busy')).toBeNull());
    expect(paths()).toHaveLength(1);
    expect(cells()).toEqual([]);
  });
});

test('of two factors the app comes first; a change of the factor starts anew', async () => {
  const { ended, tried } = await open([phone, { ...app, id: 'half', status: 'unverified' }, app]);
  const ways = screen.getAllByRole<HTMLInputElement>('radio');
  expect(ways.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    'Authenticator app On your connected phone ',
    'Code by text message Number ending in 22 ',
  ]);
  expect(ways.map(({ checked }) => checked)).toEqual([true, false]);
  expect(screen.getByText(/Choose what you have to hand/)).toBeDefined();
  fireEvent.change(cells()[0] as Element, { target: { value: '99' } });
  const [byApp, bySms] = ways as [HTMLInputElement, HTMLInputElement];
  fireEvent.click(bySms);
  byApp.focus();
  fireEvent.click(byApp);
  // Who chooses by arrow keys is not taken away from the choice.
  expect([cells().length, document.activeElement]).toEqual([6, byApp]);
  fireEvent.click(bySms);
  fireEvent.click(button('Send code'));
  await waitFor(() => expect(cells()).toHaveLength(6));
  expect(typed()).toBe('');
  confirm(rightCode);
  await waitFor(() => expect(ended).toEqual(['done']));
  expect(tried()).toEqual([['phone-1', 'challenge-1', rightCode]]);
});

test('another account begins with signing out on this device', async () => {
  const { ended, paths } = await open([app]);
  fireEvent.click(button('Use another account'));
  await waitFor(() => expect(ended).toEqual(['other']));
  expect(paths()).toEqual(['/auth/v1/logout?scope=local']);
  expect(keeper.current()).toBeUndefined();
});

describe('while a code is verified', () => {
  async function confirmHeld(code: string) {
    const verdict = Promise.withResolvers<void>();
    const opened = await open([app, phone], { held: verdict.promise });
    confirm(code);
    await waitFor(() => expect(opened.tried()).toHaveLength(1));
    return { ...opened, respond: () => act(async () => verdict.resolve()) };
  }

  const type = (code: string) =>
    fireEvent.change(cells()[0] as Element, { target: { value: code } });

  test('the next one can be typed, and stays when that one is refused', async () => {
    const { respond } = await confirmHeld('000000');
    type('222222');
    await respond();
    await waitFor(() => expect(lastToast()).toBeTruthy());
    expect(typed()).toBe('222222');
  });

  test('another factor can be chosen, and does not show the error of that one', async () => {
    const { respond } = await confirmHeld('000000');
    fireEvent.click(screen.getByRole('radio', { name: /text message/i }));
    fireEvent.click(button('Send code'));
    await waitFor(() => expect(cells()).toHaveLength(6));
    type('333333');
    await waitFor(() => expect(lastToast()).toBe('The code is on its way.'));
    await respond();
    await waitFor(() => expect(lastToast()).not.toBe('The code is on its way.'));
    expect(typed()).toBe('333333');
    expect(cells()[0]?.getAttribute('aria-invalid')).not.toBe('true');
  });

  test('a session that ends stays ended, and no other account can be asked for', async () => {
    const { ended, respond } = await confirmHeld(rightCode);
    expect(button('Use another account').disabled).toBe(true);
    // In another tab.
    localStorage.removeItem('session');
    await respond();
    await waitFor(() => expect(button('Use another account').disabled).toBe(false));
    expect([keeper.current(), ended]).toEqual([undefined, []]);
  });
});

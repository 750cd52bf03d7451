import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RecoveryCodes } from '#ui/src/features/account/recovery-codes.tsx';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

const giveClipboard = (writeText?: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', {
    value: writeText && { writeText },
    configurable: true,
  });

test('recovery codes are copied, or it is said that the browser does not allow it', async () => {
  respondToCalls(({ method }) =>
    Response.json(method === 'GET' ? { left: 1 } : { codes: ['one', 'two'] }),
  );
  const page = (
    <>
      <RecoveryCodes />
      <Toasts />
    </>
  );
  await show(page, { language: 'en', texts: ['mfa'] });
  await screen.findByText('You have 1 code left.');
  fireEvent.click(screen.getByRole('button'));
  const copy = await screen.findByRole('button', { name: /Copy/ });
  let copied = '';
  giveClipboard(async (text) => {
    copied = text;
  });
  fireEvent.click(copy);
  await waitFor(() => expect(copied).toBe('one\ntwo'));
  giveClipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  fireEvent.click(await screen.findByRole('button', { name: /Copy/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be copied');
});

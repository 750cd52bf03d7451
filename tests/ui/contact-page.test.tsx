import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { ContactPage } from '#ui/src/pages/contact.tsx';
import { errorResponse, respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

// The page loads it when a message is sent; here `fetch` responds for the server from then on.
import '#ui/src/features/contact/contact-request.ts';

afterEach(restoreNetwork);

const toasts = () =>
  [...document.querySelectorAll('.toast .strong')].map((title) => title.textContent);

test('one toast says that the last try to send a message failed, and none repeats the thanks', async () => {
  const responses = [
    undefined,
    errorResponse(429, 'over_request_rate_limit'),
    Response.json({ id: 'x' }, { status: 201 }),
  ];
  respondToCalls(({ path }) => (path === '/api/contact' ? responses.shift() : undefined));
  const page = (
    <>
      <ContactPage />
      <Toasts />
    </>
  );
  await show(page, { language: 'en', texts: ['contact'] });
  for (const [name, value] of [
    ['Name', 'Ann'],
    ['Email', 'ann@example.com'],
    ['Subject', 'A question'],
    ['Message', 'Hello there'],
  ] as const)
    fireEvent.input(screen.getByLabelText(name), { target: { value } });
  const send = async (left: number) => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' });
    // The toast comes a moment before the form is ready for the next try.
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    return waitFor(() => expect(responses).toHaveLength(left));
  };
  await send(2);
  await screen.findAllByText(/There was a problem sending/);
  expect(toasts()).toEqual(['Message Not Sent']);
  await send(1);
  await screen.findAllByText(/Too many messages/);
  expect(toasts()).toEqual(['Message Not Sent']);
  await send(0);
  await screen.findByRole('heading', { name: 'Message Received!' });
  expect(toasts()).toEqual([]);
});

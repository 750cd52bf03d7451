import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useAccount } from '#ui/src/features/account/index.ts';
import { VisitorProvider } from '#ui/src/session/visitor.ts';
import { respondToCalls, restoreNetwork, sessionOf } from '../support/auth-server.ts';

afterEach(restoreNetwork);

test('of two changes at once the page keeps both, whichever response takes longer', async () => {
  const { user } = sessionOf('ann@example.com');
  const responses: PromiseWithResolvers<Response>[] = [];
  const calls = respondToCalls(() => {
    const response = Promise.withResolvers<Response>();
    responses.push(response);
    return response.promise;
  });
  const { result } = renderHook(useAccount, {
    wrapper: ({ children }) => (
      <VisitorProvider value={{ user, isAdmin: false }}>{children}</VisitorProvider>
    ),
  });
  /** The server makes the changes in the order in which they arrive. */
  const answer = (index: number) => {
    const made = calls.slice(0, index + 1).map(({ body }) => body as { email?: string });
    const email = made.find((one) => one.email)?.email;
    return act(async () => responses[index]?.resolve(Response.json({ ...user, new_email: email })));
  };
  let isSaved = false;
  void result.current.change({ data: { language: 'en' } }).then(() => {
    isSaved = true;
  });
  void result.current.change({ email: 'ann@example.org' });
  await waitFor(() => expect(responses.length).toBeGreaterThan(0));
  await answer(1);
  await answer(0);
  await waitFor(() => expect(isSaved).toBe(true));
  await waitFor(() => expect(responses).toHaveLength(2));
  await answer(1);
  await waitFor(() => expect(result.current.user.new_email).toBe('ann@example.org'));
});

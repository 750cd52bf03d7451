import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { err } from 'neverthrow';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { EmailPanel } from '#ui/src/features/account/index.ts';
import { NotifyMeForm } from '#ui/src/features/shop/index.ts';
import type { Namespace } from '#ui/src/i18n/index.ts';
import { respondToCalls, restoreNetwork } from '../support/auth-server.ts';
import { show } from '../support/show.tsx';

afterEach(restoreNetwork);

interface Case {
  readonly texts: readonly Namespace[];
  /** The part whose form is sent, and what its response is. */
  readonly part: (held: Promise<void>) => ReactNode;
  /** Where the focus is after the response. */
  readonly arrives: () => HTMLElement;
}

const cases: [name: string, Case][] = [
  [
    'an address that is taken',
    {
      texts: ['account', 'auth'],
      part: (held) => {
        const user = { id: 'x', email: 'ann@example.com' };
        const change = () => held.then(() => err({ kind: 'email_exists' }));
        return <EmailPanel account={{ user, change } as never} />;
      },
      arrives: () => screen.getByLabelText('New email address'),
    },
  ],
  [
    'an address on a waiting list',
    {
      texts: ['programs'],
      part: (held) => {
        respondToCalls(() => held.then(() => Response.json({}, { status: 202 })));
        return <NotifyMeForm id="mind-body-12" />;
      },
      arrives: () => screen.getByRole('heading', { name: 'One more click, in your inbox' }),
    },
  ],
];

describe.each(cases)('the response to %s', (_, { texts, part, arrives }) => {
  async function send() {
    const held = Promise.withResolvers<void>();
    const page = (
      <>
        {part(held.promise)}
        <label>
          Elsewhere
          <input type="password" />
        </label>
      </>
    );
    await show(page, { language: 'en', texts });
    const field = screen.getByRole<HTMLInputElement>('textbox');
    field.focus();
    fireEvent.input(field, { target: { value: 'ann@example.org' } });
    fireEvent.submit(field);
    return () => act(async () => held.resolve());
  }

  test('moves the focus to what it says', async () => {
    const answer = await send();
    await answer();
    await waitFor(() => expect(document.activeElement).toBe(arrives()));
  });

  test('leaves the focus where the visitor types meanwhile', async () => {
    const answer = await send();
    const elsewhere = screen.getByLabelText('Elsewhere');
    elsewhere.focus();
    await answer();
    await waitFor(() => expect(arrives()).toBeDefined());
    await act(async () => {});
    expect(document.activeElement).toBe(elsewhere);
  });
});

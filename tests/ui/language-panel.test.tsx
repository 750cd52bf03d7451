import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { err, ok } from 'neverthrow';
import { expect, test } from 'vitest';
import { LanguagePanel } from '#ui/src/features/account/index.ts';
import { Toasts } from '#ui/src/features/notification/index.ts';
import { show } from '../support/show.tsx';

const user = { id: 'x', user_metadata: { language: 'en' } };

test('the last of two languages chosen shortly after each other is saved last, and said once', async () => {
  const saved: unknown[] = [];
  const ends: (() => void)[] = [];
  const change = async (changes: object) => {
    saved.push(changes);
    await new Promise<void>((resolve) => ends.push(resolve));
    return saved.length === 1 ? err({ kind: 'network' }) : ok(user);
  };
  const page = (
    <>
      <LanguagePanel account={{ user, change } as never} />
      <Toasts />
    </>
  );
  await show(page, { language: 'en', texts: ['account'] });
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  fireEvent.click(choice('Dutch'));
  fireEvent.click(choice('English'));
  await waitFor(() => expect(ends).toHaveLength(1));
  await act(async () => ends[0]?.());
  await waitFor(() => expect(ends).toHaveLength(2));
  expect(choice('English').checked).toBe(true);
  await act(async () => ends[1]?.());
  expect(saved).toEqual([{ data: { language: 'nl' } }, { data: { language: 'en' } }]);
  expect(document.querySelectorAll('.toast')).toHaveLength(1);
});

import type { ClientErrors } from '@coachsite/adapters/contract';
import { useState } from 'react';
import { useBlock } from '../parts/use-block.ts';

/** Errors on one page of the list. */
export const errorsPageSize = 10;

/** The errors that browsers reported: found by words, page by page. */
export function useClientErrors() {
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const query = new URLSearchParams({ limit: String(errorsPageSize), offset: String(offset) });
  if (search !== '') query.set('q', search);
  const block = useBlock<ClientErrors>(`/api/admin/client-errors?${query}`);
  return {
    block,
    search,
    offset,
    goTo: setOffset,
    find: (words: string) => {
      setSearch(words.trim());
      setOffset(0);
      // The same words again: the list may have changed meanwhile.
      block.reload();
    },
  };
}

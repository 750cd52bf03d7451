import type { ProgramFilter } from '@coachsite/core/catalogue';
import { useRouter, useSearch } from '@tanstack/react-router';
import { addressOf, filterOf } from './listed-programs.ts';

/**
 * The filter of the shop, kept in the URL: a reload or a shared link brings it back. Another type is a step that Back
 * takes back; the letters of a search are none. Source: docs/design.md#6.5.
 */
export function useShopFilter(): readonly [ProgramFilter, (filter: ProgramFilter) => void] {
  const filter = filterOf(useSearch({ strict: false }));
  const router = useRouter();
  const change = (next: ProgramFilter) =>
    void router.navigate({
      href: addressOf(next),
      replace: next.type === filter.type,
      resetScroll: false,
    });
  return [filter, change];
}

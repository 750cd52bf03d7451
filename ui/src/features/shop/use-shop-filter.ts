import type { ProgramFilter } from '@coachsite/core/catalogue';
import { useRouter, useSearch } from '@tanstack/react-router';
import { filterOf, shopPath } from './listed-programs.ts';

/**
 * The filter of the shop, kept in the URL: a reload or a shared link restores it. Another type is a history entry
 * that Back undoes; typing a search text is not.
 * Source: docs/design.md#6.5.
 */
export function useShopFilter(): readonly [ProgramFilter, (filter: ProgramFilter) => void] {
  const filter = filterOf(useSearch({ strict: false }));
  const router = useRouter();
  const change = (next: ProgramFilter) =>
    void router.navigate({
      href: shopPath(next),
      replace: next.type === filter.type,
      resetScroll: false,
    });
  return [filter, change];
}

import type { PageLocation } from '@coachsite/adapters/contract';

/** The part of a query that changes what is rendered. Source: docs/design.md#6.5, docs/contract.md#3. */
export function queryOf({ page }: PageLocation, search: string): string {
  if (page.query.length === 0 || search === '') return '';
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of page.query) {
    const value = given.get(name);
    if (value !== null) kept.set(name, value.slice(0, 100));
  }
  return kept.size > 0 ? `?${kept}` : '';
}

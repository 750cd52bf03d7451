import { programs } from '../catalogue/index.ts';
import { dayMs, hourMs } from '../kernel/index.ts';
import type { WaitingListSettings } from '../notify-me/index.ts';

/** The waiting lists of the specification, in any product. */
type SpecifiedList = (typeof programs)[number]['id'] | 'next-article';

/**
 * The four programs and the next article, and a link for a week, at most once an hour. A product with waiting lists of
 * its own gives its own `programs`. Source: docs/rules.md#1, docs/law-and-search.md#D41.
 */
export const defaultWaitingList: WaitingListSettings<SpecifiedList> = {
  programs: [...programs, { id: 'next-article' }],
  // Another one whenever the text beside the form changes.
  textVersion: '2026-11-25',
  confirmLinkMs: 7 * dayMs,
  confirmMailIntervalMs: hourMs,
};

import { programs } from '../catalogue/index.ts';
import {
  confirmLinkMs,
  confirmMailIntervalMs,
  interestTextVersion,
  type WaitingListSettings,
} from '../notify-me/index.ts';

/** The waiting lists of the specification, in any product. */
type SpecifiedList = (typeof programs)[number]['id'] | 'next-article';

/**
 * The four programs and the next article, and a link for a week, at most once an hour. A product with waiting lists of
 * its own gives its own `programs`. Source: docs/rules.md#1, docs/law-and-search.md#D41.
 */
export const defaultWaitingList: WaitingListSettings<SpecifiedList> = {
  programs: [...programs, { id: 'next-article' }],
  textVersion: interestTextVersion,
  confirmLinkMs,
  confirmMailIntervalMs,
};

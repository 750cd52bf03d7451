import { programs } from '../catalogue/index.ts';
import {
  confirmLinkMs,
  confirmMailIntervalMs,
  interestTextVersion,
  type WaitingListSettings,
} from '../notify-me/index.ts';

/** The four programs and the next article, and a link for a week, at most once an hour. Source: docs/rules.md#1, docs/law-and-search.md#D41. */
export const defaultWaitingList: WaitingListSettings = {
  programs: [...programs, { id: 'next-article' }],
  textVersion: interestTextVersion,
  confirmLinkMs,
  confirmMailIntervalMs,
};

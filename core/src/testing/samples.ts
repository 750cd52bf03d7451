import type { WaitingListId } from '../catalogue/index.ts';
import type { Language } from '../language/index.ts';

/** A code that no product has, as those of `ISO 639` for private use: a store keeps it as it is. */
export const language = 'qaa' as string as Language;

/** Another one. */
export const otherLanguage = 'qab' as string as Language;

/** A waiting list that no product has: a store keeps its id as it is. */
export const list = 'a-list' as string as WaitingListId;

/** Another one. */
export const secondList = 'second-list' as string as WaitingListId;

/** A third one. */
export const thirdList = 'third-list' as string as WaitingListId;

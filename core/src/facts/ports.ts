import { type ContentStore, type Version, type Versions, versionsOf } from '../content/index.ts';
import type { FactsOverlay } from './overlay.ts';

/** One saved state of the facts: what differs from the site configuration. */
export type FactsVersion = Version<FactsOverlay>;

/** The versions of the facts. */
export type FactsStore = Versions<FactsOverlay>;

/** The facts of a store. */
export const factsIn = (store: ContentStore): FactsStore => versionsOf(store, 'facts');

import { addToHead, root } from './page.ts';
import { speculationRules } from './speculation-rules.ts';

/** Gives a document its rules once it is painted; the policy of the page knows exactly this text. */
export function startSpeculation() {
  if (root.dataset.start !== 'load')
    addToHead('script', { type: 'speculationrules', textContent: speculationRules });
}

import { addToHead, root } from './page.ts';
import { speculationRules } from './speculation-rules.ts';

/** Adds the speculation rules once the document is painted; the content security policy allows exactly this text. */
export function startSpeculation() {
  if (root.dataset.start !== 'load')
    addToHead('script', { type: 'speculationrules', textContent: speculationRules });
}

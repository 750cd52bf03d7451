import { root } from './page.ts';
import { speculationRules } from './speculation-rules.ts';

/** Adds the speculation rules once the document is painted; the content security policy allows exactly this text. */
export function startSpeculation() {
  if (root.dataset.start === 'load') return;
  const rules = { type: 'speculationrules', textContent: speculationRules };
  document.head.append(Object.assign(document.createElement('script'), rules));
}

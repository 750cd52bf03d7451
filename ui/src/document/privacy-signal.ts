import { signal as en } from '../../content/en/cookies.json' with { type: 'json' };
import { signal as nl } from '../../content/nl/cookies.json' with { type: 'json' };
import { part } from './attributes.ts';
import { root } from './page.ts';

/** The words that stand before the number of a choice, as React wrote them. */
const own = new WeakMap<Text, string>();

/**
 * Says in each panel why nobody was asked, in the line of the number that a choice would have. React leaves the text of
 * that line alone. `isChosen`: the visitor chose after all, and the line is that of the number again.
 * Source: docs/law-and-search.md#D13.
 */
export function sayWhy(isChosen: boolean): void {
  for (const number of document.querySelectorAll<HTMLElement>(part('consent-id'))) {
    const line = number.parentElement;
    const label = line?.firstChild as Text;
    const text = root.lang === 'en' ? en : nl;
    if (label.data !== en && label.data !== nl) own.set(label, label.data);
    label.data = isChosen ? (own.get(label) ?? label.data) : text;
    number.hidden = !isChosen;
    if (line) line.style.display = isChosen ? '' : 'block';
  }
}

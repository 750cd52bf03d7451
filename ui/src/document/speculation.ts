import { addToHead, root } from './page.ts';

/**
 * Pages worth fetching before they are asked for, of those that pages link to: never those that sign in, send files or
 * switch the language. Source: performance reference §2.
 */
const rules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: ['/auth*', '/account*', '/admin*', '/storage/*', '/*\\?*lang=*'],
            },
          },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/** Gives a document its rules once it is painted. */
export function startSpeculation() {
  if (root.dataset.start !== 'load')
    addToHead('script', { type: 'speculationrules', textContent: rules });
}

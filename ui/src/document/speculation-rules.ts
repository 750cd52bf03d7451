/**
 * Linked pages that the browser may prefetch: none that sign in, send files or switch the language.
 * Source: docs/performance.md#2.
 */
export const speculationRules: string = JSON.stringify({
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

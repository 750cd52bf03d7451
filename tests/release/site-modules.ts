/**
 * Modules of the core that only this site has a use for: what its pages are about. The published package leaves them out.
 * Source: docs/decisions/0028-requests-and-public-names-of-the-core.md.
 */
export const siteModules: readonly string[] = [
  'alarm',
  'blog',
  'call-to-action',
  'company',
  'content',
  'facts',
  'guide',
  'redirects',
  'mail-domain',
  'testimonials',
  'week',
];

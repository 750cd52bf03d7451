/** Another site made the browser send this. Source: docs/security.md#SE-11. */
export interface CrossSiteError {
  readonly kind: 'cross_site_request';
}

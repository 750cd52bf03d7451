/** The request was sent from another site. Source: docs/security.md#SE-11. */
export interface CrossSiteError {
  readonly kind: 'cross_site_request';
}

/** The request was sent from another site. Source: docs/security.md#SE-11. */
export interface CrossSiteError {
  /** A form or script of another site sent it with the visitor's cookies. */
  readonly kind: 'cross_site_request';
}

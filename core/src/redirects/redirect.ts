/** An old address of the site, and where it leads. */
export interface Redirect {
  /** A path of this site without a query. It is found in any case, and with a language before it (`/en/path`). */
  readonly from: string;
  /** A path of this site, which may have a query and a fragment; null: the page is gone for good. */
  readonly to: string | null;
}

/**
 * Why an address is rejected. `existing_page`: the site has a page or a file there, which would hide the redirect;
 * `repeated`: an earlier row has it; `loop`: it leads back to itself; `chain`: it leads to another old address; `no_page`: nothing
 * on this site is at its target.
 */
export type RedirectReason =
  | 'required'
  | 'not_a_path'
  | 'too_long'
  | 'foreign_host'
  | 'existing_page'
  | 'repeated'
  | 'loop'
  | 'chain'
  | 'no_page';

/** Redirects are not accepted, each wrong address for one reason. */
export interface RedirectsError {
  /** Nothing was stored. */
  readonly kind: 'validation_failed';
  /** The reason by address: the number of the row, from 0, and which of its two, such as `0.from`. */
  readonly fields: Readonly<Record<string, RedirectReason>>;
}

/** The most redirects that are kept: all of them are in the memory of each process. */
export const redirectsKept = 500;

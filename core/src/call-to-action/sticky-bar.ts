/**
 * Share of the page to scroll past before the bar shows, on wide and on small screens. Source: docs/rules.md#2,
 * docs/rules.md#9.
 */
const wideThreshold = 0.8;
const smallThreshold = 0.3;

/** Widest small screen, in CSS pixels. */
const smallScreenMaxWidth = 768;

/** What the bar depends on; lengths in CSS pixels. */
export interface StickyBarView {
  readonly scrollY: number;
  readonly pageHeight: number;
  readonly windowHeight: number;
  /** The width of what is visible, which decides between phone and desktop. */
  readonly windowWidth: number;
  readonly dismissed: boolean;
  /** The cookie banner is open; the bar would cover it. */
  readonly consentOpen: boolean;
}

/**
 * Whether the call-to-action bar shows: strictly past its threshold of the scrollable height, not dismissed, and never
 * together with the cookie banner. Source: docs/rules.md#reading-sticky-bar.
 */
export function stickyBarVisible(view: StickyBarView): boolean {
  const scrollable = view.pageHeight - view.windowHeight;
  if (view.dismissed || view.consentOpen || !(scrollable > 0)) return false;
  const threshold = view.windowWidth <= smallScreenMaxWidth ? smallThreshold : wideThreshold;
  return view.scrollY / scrollable > threshold;
}

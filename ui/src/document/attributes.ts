/*
 * Every `data-*` attribute of the pages. Markup, styles and scripts are separate builds, and find the same element by
 * these names. `tests/ui/attributes.test.ts` compares this list with what they use.
 */

type DataAttribute =
  // On the root element, written by the server: URLs of the built files, and when the page starts its scripts.
  /** URL of the document script. On a link: the browser follows it, the app does not. */
  | 'document'
  /** URL of the session script. */
  | 'session'
  /** URL of the whole style sheet, which the app brings. */
  | 'styles'
  /** `load` on a page that is an application: its scripts start at load. */
  | 'start'
  /** The version of banner and cookie policy that this site shows. */
  | 'policy'
  /** Path and query the page was opened with, if they were removed from the address bar. */
  | 'query'
  /** The browser sent `Sec-GPC`: the signal is the choice until the visitor makes one. */
  | 'gpc'
  // On elements that a script handles.
  /** A part that only the app handles: using it starts the app. On the root element: URL of the app. */
  | 'app'
  /** The class that a click removes from the root at once, before any script has loaded. */
  | 'drop'
  /** The live region for announcements. */
  | 'announcer'
  /** Fixed to the bottom of the window; the page keeps its height free. */
  | 'dock'
  /** Closes the bar at the bottom. */
  | 'sticky-close'
  /** Opens and closes the menu where the browser cannot do so itself. */
  | 'menu-open'
  | 'menu-close'
  /** A link to the page in the language that is the value. */
  | 'language'
  /** The link to the admin area; its value is the name that says how many messages wait, with `#` for the number. */
  | 'waiting'
  /** Signs out. */
  | 'sign-out'
  /** The form whose fields are kept as a draft, and those fields. */
  | 'draft'
  | 'draft-field'
  /** The picture of the week, which becomes a grid. In the grid: the number of a half hour, the full hour it begins. */
  | 'week'
  | 'at'
  | 'hour'
  /** The not-found page, whose path is reported to analytics. */
  | 'not-found'
  /** The cookie banner; `analytics` holds the measurement id, `saved` the sentence to announce. */
  | 'consent'
  | 'analytics'
  | 'saved'
  /** The choice of cookies inside the cookie policy, and the number of a choice. */
  | 'consent-panel'
  | 'consent-id'
  /** The buttons of a choice of cookies. */
  | 'consent-necessary'
  | 'consent-all'
  | 'consent-customize'
  | 'consent-save'
  | 'consent-settings'
  // On elements, for styles only.
  /** A part that is folded away on small screens. */
  | 'closed'
  /** A button that currently has no effect. */
  | 'idle'
  /** What a press in the grid of the week does. */
  | 'tool'
  /** How strong a password is: `mid` or `strong`. */
  | 'level';

/** The selector of elements that carry the attribute. */
export const part = <Name extends DataAttribute>(name: Name): `[data-${Name}]` => `[data-${name}]`;

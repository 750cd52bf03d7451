import type { Language } from '@coachsite/core/language';

/** A language chosen by the visitor, and the path to show in it. */
export interface LanguageChoice {
  readonly language: Language;
  readonly path: string;
}

/** Gives the input queue to the script that handles it from now on. */
type QueueAccess = readonly [
  /** The document script (1), or the app (2). */
  level: 1 | 2,
  /** Takes what it can handle: queued events, and elements that were clicked or submitted. */
  take: (events: Event[], elements: Set<HTMLElement>) => void,
];

/**
 * The events by which the scripts of a page communicate: head script, document script and app are separate builds. Each
 * is a CustomEvent on `document`, named `coachsite:<key>`, with the value as its detail.
 */
export interface PageEvents {
  /** An element fixed to the bottom of the window may have changed its height. */
  readonly docks: undefined;
  /** A language was chosen; the running app cancels the event and switches without a reload. */
  readonly language: LanguageChoice;
  /** The app shows another page. */
  readonly navigated: undefined;
  /** A script has loaded that handles the queued input. */
  readonly queue: QueueAccess;
  /** A session began, changed or ended. */
  readonly session: undefined;
}

export type PageEvent<Name extends keyof PageEvents> = CustomEvent<PageEvents[Name]>;

/** The type under which an event is dispatched. */
export type EventType<Name extends keyof PageEvents> = `coachsite:${Name}`;

const eventType = <Name extends keyof PageEvents>(name: Name): EventType<Name> =>
  `coachsite:${name}`;

/** Dispatches an event; false when a listener cancelled it. */
export const emit = <Name extends keyof PageEvents>(
  name: Name,
  ...[detail]: PageEvents[Name] extends undefined ? [] : [PageEvents[Name]]
): boolean =>
  document.dispatchEvent(new CustomEvent<unknown>(eventType(name), { detail, cancelable: true }));

/** Calls `handle` at each event of that name; returns a function that stops it. */
export function listen<Name extends keyof PageEvents>(
  name: Name,
  handle: (detail: PageEvents[Name], event: PageEvent<Name>) => void,
): () => void {
  const type = eventType(name);
  const listener = (event: Event) => {
    const typed = event as PageEvent<Name>;
    handle(typed.detail, typed);
  };
  document.addEventListener(type, listener);
  return () => document.removeEventListener(type, listener);
}

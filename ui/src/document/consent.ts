import {
  acceptAll,
  type ConsentChoice,
  consentEffects,
  necessaryOnly,
  readConsent,
  type StoredConsent,
  saveConsent,
} from '@coachsite/core/consent';
import { initialLanguage } from '@coachsite/core/language';
import { emit, listen } from '../browser/page-events.ts';
import { read, write } from '../browser/storage.ts';
import { part } from './attributes.ts';
import { afterFrame, announce, focusContent, onClick, root } from './page.ts';

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

const key = 'cookie-consent';
const purposes = ['functional', 'analytics', 'marketing'] as const;

let current: StoredConsent | undefined;
let opener: HTMLElement | undefined;

const banner = () => document.querySelector<HTMLElement>(part('consent'));

/** The elements that show and change the choice: the banner, and the panel of the cookie policy. */
const panels = `${part('consent')},${part('consent-panel')}`;
const toggle = (panel: Element | null, purpose: string) =>
  panel?.querySelector<HTMLInputElement>(`input[name="${purpose}"]`);

/** A random id of this choice, unrelated to the person. Source: docs/law-and-search.md#D10. */
const newId = () => crypto.randomUUID?.() ?? `${Math.random()}`.slice(2);

/**
 * Whether the browser answers for its visitor (Global Privacy Control), by its property or by the header, which the server
 * writes into the page: only what is necessary, until the visitor chooses. Source: docs/law-and-search.md#D13.
 */
const hasSignal = () => navigator.globalPrivacyControl || root.dataset.gpc;

/** Shows the current choice and its number in each panel. */
function fill() {
  if (hasSignal()) void import('./privacy-signal.ts').then(({ sayWhy }) => sayWhy(!!current));
  root.classList.toggle('consent-given', !!current);
  for (const panel of document.querySelectorAll(panels)) {
    for (const purpose of purposes) {
      const input = toggle(panel, purpose);
      if (input) input.checked = current?.[purpose] ?? false;
    }
    const number = panel.querySelector(part('consent-id'));
    if (number && current) number.textContent = current.id;
  }
}

/** Opens or closes the banner; an open one shows the current choice. */
function show(isOpen: boolean, isCustomizing = false) {
  root.classList.toggle('consent-open', isOpen);
  root.classList.toggle('consent-customize', isCustomizing);
  banner()
    ?.querySelector(part('consent-customize'))
    ?.setAttribute('aria-expanded', String(isCustomizing));
  fill();
  emit('docks');
}

/** The version of the texts that this site shows. */
const policyVersion = () => root.dataset.policy ?? '';

/** The choice stored in `raw`, if it is still valid. */
const valid = (raw: string | null) =>
  readConsent(
    raw,
    { version: policyVersion() },
    { id: newId(), language: initialLanguage(root.lang) },
    Date.now(),
  );

function readStored() {
  const raw = read(key);
  const stored = valid(raw);
  // Four booleans alone are a valid choice; the fields for proof and expiry are added once.
  if (stored && JSON.stringify(stored) !== raw) write(key, JSON.stringify(stored));
  return stored;
}

/** Applies a choice that was made here, earlier, or in another tab. */
function follow(choice: StoredConsent | undefined) {
  const before = current;
  current = choice;
  show(!(choice || hasSignal()));
  // Shorter than the rule of the core, which analytics.ts applies: at worst that file is loaded for nothing.
  const hasLeftOver = document.cookie.includes('_g');
  const effects = consentEffects(choice ?? necessaryOnly, before, hasLeftOver);
  if (effects.loadAnalytics || effects.removeAnalytics) {
    // The choice may have changed again while the script was loading: use the latest.
    void import('./analytics.ts').then(({ loadAnalytics, removeAnalytics }) => {
      const run = current?.analytics ? loadAnalytics : removeAnalytics;
      run(banner()?.dataset.analytics ?? '');
    });
  }
}

/** Sends an anonymous proof of the choice, without waiting for the response. Source: docs/law-and-search.md#D10. */
function sendProof(stored: StoredConsent) {
  const body = new Blob([JSON.stringify(stored)], { type: 'application/json' });
  if (navigator.sendBeacon?.('/api/consent', body)) return;
  fetch('/api/consent', { method: 'POST', body, keepalive: true }).catch(() => {});
}

function save(choice: Omit<ConsentChoice, 'necessary'>) {
  const stored = saveConsent(choice, {
    id: current?.id || newId(),
    policyVersion: policyVersion(),
    savedAt: Date.now(),
    language: initialLanguage(root.lang),
  });
  write(key, JSON.stringify(stored));
  follow(stored);
  // After a frame, so that the banner disappears first.
  afterFrame(() => {
    sendProof(stored);
    announce(banner()?.dataset.saved);
    giveFocusBack();
  });
}

/** Moves the focus back, unless the visitor has already moved it on. */
function giveFocusBack() {
  const { activeElement, body } = document;
  if (activeElement === body || banner()?.contains(activeElement)) {
    if (opener?.isConnected) opener.focus();
    else focusContent();
  }
  opener = undefined;
}

/**
 * The cookie banner: three equal choices, a panel, and the button that reopens it. Source: docs/rules.md#4,
 * docs/law-and-search.md#cookies.
 */
export function startConsent() {
  follow(readStored());
  onClick(part('consent-necessary'), () => save(necessaryOnly));
  onClick(part('consent-all'), () => save(acceptAll));
  onClick(part('consent-customize'), () => {
    show(true, !root.classList.contains('consent-customize'));
  });
  listen('navigated', fill);
  // A choice may expire while its page stays open; the visitor is asked again on returning to the page.
  // Source: docs/law-and-search.md#D9.
  document.addEventListener('visibilitychange', () => {
    if (current && !valid(JSON.stringify(current))) follow(readStored());
  });
  onClick(part('consent-save'), (button, event) => {
    const panel = button.closest(panels);
    // The second click of a double click, on what just opened under the pointer, is unintended.
    if (event.detail > 1) return;
    if (panel !== banner()) opener = button;
    const chosen = purposes.map((purpose) => [purpose, toggle(panel, purpose)?.checked ?? false]);
    save(Object.fromEntries(chosen) as Record<(typeof purposes)[number], boolean>);
  });
  onClick(part('consent-settings'), (button) => {
    opener = button;
    show(true, true);
    banner()?.querySelector<HTMLElement>('h2')?.focus();
  });
  // Escape makes no choice: it only closes a panel opened to view an existing one.
  document.addEventListener('keydown', (event) => {
    if (
      event.key !== 'Escape' ||
      !(current || hasSignal()) ||
      !root.classList.contains('consent-open')
    )
      return;
    show(false);
    giveFocusBack();
  });
  addEventListener('storage', ({ key: changed }) => {
    // Without a key, everything may have changed.
    if ((changed ?? key) === key) follow(readStored());
  });
}

import { analyticsCookieNames } from '@coachsite/core/consent';
import { loggablePath } from '@coachsite/core/text';
import { listen } from '../browser/page-events.ts';
import { part } from './attributes.ts';

const origin = 'https://www.googletagmanager.com/';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Google's queue accepts `arguments` objects only, not the array of a rest parameter. */
function gtag(..._command: unknown[]) {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments);
}

let isRunning = false;
let stopFollowing = () => {};

const scripts = () => document.querySelectorAll(`script[src^="${origin}"]`);

/** Google's opt-out flag: while it is true, its script measures nothing and writes no cookie. */
const disable = (id: string, isDisabled: boolean) =>
  Object.assign(window, { [`ga-disable-${id}`]: isDisabled });

/**
 * Sets location and referrer, which Google's script would otherwise send unshortened.
 * Source: docs/law-and-search.md#D23.
 */
function setPageLocation() {
  gtag('set', {
    page_location: loggablePath(location.href),
    page_referrer: loggablePath(document.referrer),
  });
}

const pathMaxLength = 200;

let reported: string | undefined;

/**
 * Reports the path of a not-found page, not twice in a row: only the path, shortened, without e-mail addresses.
 * Source: docs/law-and-search.md#D23.
 */
function reportNotFound() {
  const { pathname } = location;
  if (pathname === reported || !document.querySelector(part('not-found'))) return;
  reported = pathname;
  gtag('event', 'page_not_found', { page_path: loggablePath(pathname).slice(0, pathMaxLength) });
}

/**
 * Loads Google Analytics 4, after consent only: shortened URLs, no advertising. An empty `id` loads nothing, and
 * a second call before `removeAnalytics` has no effect.
 * Source: docs/law-and-search.md#D20, docs/law-and-search.md#D21, docs/law-and-search.md#D22.
 */
export function loadAnalytics(id: string) {
  if (!id || isRunning) return;
  isRunning = true;
  disable(id, false);
  removeEventListener('pagehide', deleteAnalyticsCookies);
  const denied = 'denied';
  // Google's script reads a default only once, so consent given again after a withdrawal is an update.
  gtag('consent', window.dataLayer ? 'update' : 'default', {
    ad_storage: denied,
    ad_user_data: denied,
    ad_personalization: denied,
    analytics_storage: 'granted',
    functionality_storage: denied,
    personalization_storage: denied,
  });
  setPageLocation();
  stopFollowing = listen('navigated', () => {
    setPageLocation();
    reportNotFound();
  });
  gtag('js', new Date());
  gtag('config', id, {
    anonymize_ip: true,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  reportNotFound();
  if (scripts().length > 0) return;
  const script = document.createElement('script');
  script.async = true;
  script.src = `${origin}gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

/** Deletes the cookies of analytics on this host and on every domain above it. Source: docs/law-and-search.md#D8. */
function deleteAnalyticsCookies() {
  const names = document.cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '');
  const labels = location.hostname.split('.');
  const domains = ['', ...labels.map((_, index) => labels.slice(index).join('.'))];
  for (const name of analyticsCookieNames(names)) {
    for (const domain of domains) {
      const at = domain && `; Domain=${domain}`;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in two browsers
      document.cookie = `${name}=; Path=/; Max-Age=0${at}`;
    }
  }
}

/**
 * Removes analytics: sets the opt-out flag, removes script and cookies; the flag stays set. Source: docs/rules.md#4,
 * docs/law-and-search.md#D8.
 */
export function removeAnalytics(id: string) {
  isRunning = false;
  if (id) disable(id, true);
  stopFollowing();
  if (window.dataLayer) gtag('consent', 'update', { analytics_storage: 'denied' });
  for (const script of scripts()) script.remove();
  deleteAnalyticsCookies();
  // Requests already in progress may write a cookie once more.
  addEventListener('pagehide', deleteAnalyticsCookies);
}

import {
  type OwnerFacts,
  onlyShown,
  type Shown,
  type VisitorFacts,
  visitorFacts,
} from '@coachsite/core/facts';
import type { SiteConfig } from './site-config.ts';

type Settings = Omit<SiteConfig, keyof OwnerFacts>;

/** What only the server needs: where mails come from and go to, and what others embed or decide. */
type ServerOnly = 'contactTo' | 'mailFrom' | 'analyticsId' | 'shop';

/** The site configuration as visitors get it. */
export type VisitorSite = Omit<Settings, ServerOnly> & VisitorFacts;

const shownSettings: Shown<Settings> = {
  placeholders: true,
  samples: true,
  name: true,
  shortName: true,
  contactTo: false,
  mailFrom: false,
  // A page names the id of its own server, which the environment may set.
  analyticsId: false,
  processors: true,
  retention: true,
  pause: true,
  dial: true,
  shop: false,
};

const shownFacts: Shown<OwnerFacts> = {
  coach: true,
  email: true,
  phone: true,
  instagram: true,
  googleReviewsUrl: true,
  bookingUrl: true,
  openingPromise: true,
  prices: true,
  testimonials: true,
  claims: true,
  company: true,
  texts: true,
};

/** What visitors get of the site configuration, in pages, in what their apps load and in the app as it is built. */
export const visitorSite = (site: SiteConfig): VisitorSite =>
  onlyShown(visitorFacts(site), { ...shownSettings, ...shownFacts });

import { type SiteConfig, visitorSite } from '@coachsite/adapters/contract';
import type { Plugin } from 'vite';

/** Leaves out of the app what the site configuration file says to the server and the owner only. */
export const visitorFacts: Plugin = {
  name: 'visitor-facts',
  transform: {
    order: 'pre',
    filter: { id: /\/ui\/content\/site\.json$/ },
    handler: (text) => JSON.stringify(visitorSite(JSON.parse(text) as SiteConfig)),
  },
};

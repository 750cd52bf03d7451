import type { SiteConfig } from '@coachsite/adapters/contract';
import siteConfig from '../../content/site.json' with { type: 'json' };

/** The siteConfig of the coach: brand, addresses, claims. The server checks them against their schema at start. */
export const site: SiteConfig = siteConfig as SiteConfig;

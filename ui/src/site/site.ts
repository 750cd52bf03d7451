import type { SiteConfig } from '@coachsite/adapters/contract';
import facts from '../../content/site.json' with { type: 'json' };

/** The facts of the coach: brand, addresses, claims. The server checks them against their schema at start. */
export const site: SiteConfig = facts as SiteConfig;

import type { SiteConfig } from '@coachsite/adapters/contract';
import siteConfig from '../../content/site.json' with { type: 'json' };

/** The site configuration. The server checks it against its schema at start. */
export const site: SiteConfig = siteConfig as SiteConfig;

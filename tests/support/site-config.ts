import { SiteConfig } from '@coachsite/adapters/contract';
import file from '@coachsite/ui/content/site.json' with { type: 'json' };

/** The site configuration file, with what visitors do not get of it. */
export const siteConfig: SiteConfig = SiteConfig.parse(file);

import type { VisitorSite } from '@coachsite/adapters/contract';
import siteConfig from '../../content/site.json' with { type: 'json' };
import { useRuntimeConfig } from './runtime-config.ts';

/**
 * The site configuration file, without the facts that an admin changed: for the build, and for what React does not
 * render before it has a runtime configuration. Components call {@link useSite}. The server checks the file against its
 * schema at start.
 */
export const siteFile: VisitorSite = {
  samples: [],
  ...(siteConfig as Omit<VisitorSite, 'samples'>),
};

/**
 * The site configuration with the owner's facts as they are now: name, portrait and training of the coach, prices,
 * testimonials, claims and so on. An admin can change them while the site runs, so a component reads them here on each
 * render and keeps no copy; rules outside components take them from `RuntimeConfig.site`.
 *
 * What the owner has not given is absent: `coach.name`, `phone` and the fields of `company` are empty strings,
 * `coach.training` an empty list, `coach.since`, `coach.region`, `coach.reason`, `openingPromise` and `prices[id]`
 * undefined. A page leaves such a line out with everything that belongs to it, without a placeholder. A fact named in
 * `samples` is shown with `<SampleMark fact="…" />`, and a field named in `placeholders` is not real yet.
 */
export function useSite(): VisitorSite {
  return useRuntimeConfig().site;
}

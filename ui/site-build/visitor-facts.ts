import type { SiteConfig } from '@coachsite/adapters/contract';
import type { Plugin } from 'vite';

/** The claim whose basis a page shows. */
const shown = 'popular';

/**
 * Leaves out of the app what the site configuration file says to the server and the owner only: the addresses that mails
 * come from and go to, where the consent of a client is kept, how a sample was verified, and the basis of claims that no
 * page shows.
 */
export const visitorFacts: Plugin = {
  name: 'visitor-facts',
  transform: {
    order: 'pre',
    filter: { id: /\/ui\/content\/site\.json$/ },
    handler: (text) => {
      const { contactTo, mailFrom, ...site } = JSON.parse(text) as SiteConfig;
      return JSON.stringify({
        ...site,
        testimonials: site.testimonials.map(({ consentRef, verifiedHow, ...testimonial }) =>
          testimonial.sample ? testimonial : { ...testimonial, verifiedHow },
        ),
        claims: site.claims.map(({ basis, ...claim }) =>
          claim.id === shown ? { ...claim, basis } : claim,
        ),
      });
    },
  },
};

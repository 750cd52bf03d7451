import type { SiteConfig } from '@coachsite/adapters/contract';
import type { Plugin } from 'vite';

/**
 * Leaves out of the app what the site configuration file says to the server and the owner only: the addresses that mails
 * come from and go to, where the consent of a client is kept, how a sample was verified, and what claims are based on.
 * Pages ask only whether that of `popular` is the waiting list, which that of the file never is.
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
          claim.id === 'popular' ? { ...claim, basis: '' } : claim,
        ),
      });
    },
  },
};

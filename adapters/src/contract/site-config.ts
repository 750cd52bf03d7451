import { type CountedClaim, factNames, factProblems, type OwnerFacts } from '@coachsite/core/facts';
import { z } from 'zod';
import { OwnerFactsShape } from './facts.ts';

/** What the law asks of a site that sells, and whether this one has it. Source: docs/law-and-search.md#B4. */
const neededToSell: readonly { readonly what: string; readonly isThere: boolean }[] = [
  { what: 'a withdrawal function (EU 2023/2673)', isThere: false },
  {
    what: 'a reminder of the legal guarantee, for digital content too (EU 2024/825)',
    isThere: false,
  },
  {
    what: 'an order button that says that the order has to be paid (2011/83/EU 8)',
    isThere: false,
  },
  {
    what: 'the lowest price of the 30 days before beside a reduced one (98/6/EC 6a)',
    isThere: false,
  },
];

const missingToSell = neededToSell.filter(({ isThere }) => !isThere).map(({ what }) => what);

/**
 * Configuration of one site: everything a page, a mail or a legal text says about its owner. Empty strings, empty lists
 * and absent values are facts the owner still has to supply; pages leave them out.
 */
export const SiteConfig = OwnerFactsShape.extend({
  /** Fields that hold placeholders until the owner supplies real values; preflight lists them. */
  placeholders: z.array(z.enum(['name', 'instagram', 'googleReviewsUrl', 'bookingUrl'])),
  /** Facts that are samples, which pages mark as such; none in the file. */
  samples: z.array(z.enum(factNames)).default([]),
  name: z.string().min(1).max(60),
  shortName: z.string().min(1).max(20),
  contactTo: z.email(),
  mailFrom: z.email(),
  analyticsId: z.string(),
  /**
   * The processors that the privacy policy names: hosting, mail and text messages. Source: docs/law-and-search.md#D52.
   */
  processors: z.object({ hosting: z.string(), mail: z.string(), sms: z.string() }),
  /**
   * Months that a message is kept after its last change; the texts state the same number.
   * Source: docs/law-and-search.md#D32.
   */
  retention: z.object({ messageMonths: z.int().min(1).max(60) }),
  /** The phone number as it is dialled, with its plus sign; set by the running server, never by the file. */
  dial: z.string().optional(),
  /** The days off of the coach that pages show; set by the running server, never by the file. */
  pause: z.object({ from: z.iso.date(), until: z.iso.date() }).optional(),
  shop: z.object({
    sales: z.boolean().refine((isOn) => !isOn || missingToSell.length === 0, {
      message: `cannot be turned on before the site has ${missingToSell.join('; ')}`,
    }),
  }),
}).superRefine((site, context) => {
  for (const { field, reason } of factProblems(site, Number.POSITIVE_INFINITY))
    context.addIssue({ code: 'custom', path: field.split('.'), message: reason });
});

export type SiteConfig = Readonly<Omit<z.infer<typeof SiteConfig>, keyof OwnerFacts>> & OwnerFacts;
export type { CountedClaim };

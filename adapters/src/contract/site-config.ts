import { isPresentable, testimonialFilters } from '@coachsite/core/testimonials';
import { z } from 'zod';

/** The site has no withdrawal function yet; without one, nothing may be sold. Source: docs/law-and-search.md#B4. */
const hasWithdrawalFunction: boolean = false;

/** Text in both languages of the site. */
const Localised = z.object({ nl: z.string().min(1), en: z.string().min(1) });

/**
 * A number that the site states, with its basis: who measured it, and when. Source: docs/law-and-search.md#A2,
 * docs/law-and-search.md#C4.
 */
const Claim = z.object({
  id: z.string().min(1),
  value: z.string().min(1),
  basis: z.string(),
  asOf: z.iso.date(),
});

/**
 * Claims whose number pages use: each must be in the list and begin with its number. Source: docs/rules.md#1,
 * docs/rules.md#9.
 */
const countedClaims = ['clients-helped', 'usual-reply', 'reply-within', 'shop-progress'] as const;

export type CountedClaim = (typeof countedClaims)[number];

/** A claim whose number pages use if it is in the list: the owner may remove it. Source: docs/law-and-search.md#A2. */
const optionalClaim = 'satisfaction';

const Claims = z.array(Claim).superRefine((claims, context) => {
  for (const id of [...countedClaims, optionalClaim]) {
    const found = claims.find((claim) => claim.id === id);
    if (found ? Number.parseInt(found.value, 10) > 0 : id === optionalClaim) continue;
    context.addIssue({
      code: 'custom',
      message: `"${id}" is missing, or does not begin with a number`,
    });
  }
});

/**
 * The evidence for one testimonial; its wording is in the texts. Source: docs/law-and-search.md#A3,
 * docs/law-and-search.md#C1.
 */
const Testimonial = z
  .object({
    id: z.string().min(1),
    category: z.enum(testimonialFilters).exclude(['all']),
    sample: z.boolean(),
    consentRef: z.string(),
    /** Shown beside the testimonial; empty for a sample. */
    verifiedHow: z.object({ nl: z.string(), en: z.string() }),
  })
  .refine(isPresentable, { message: 'real words need consentRef and verifiedHow' });

/**
 * A picture: names of its files in `ui/content/media`, one for screens of double density. Without a file: a drawing.
 */
const Portrait = z.object({ file: z.string(), file2x: z.string(), alt: Localised });

/**
 * Configuration of one site: everything a page, a mail or a legal text says about its owner. Empty strings are facts
 * the owner still has to supply; pages leave them out.
 */
export const SiteConfig = z.object({
  /** Fields below that hold placeholders until the owner supplies real values; preflight lists them. */
  placeholders: z.array(z.enum(['name', 'instagram', 'googleReviewsUrl', 'bookingUrl'])),
  name: z.string().min(1).max(60),
  shortName: z.string().min(1).max(20),
  coach: z.object({ name: z.string(), portrait: Portrait }),
  email: z.email(),
  phone: z.string(),
  instagram: z.object({ handle: z.string(), url: z.url() }),
  googleReviewsUrl: z.url(),
  bookingUrl: z.url({ protocol: /^https?$/ }),
  contactTo: z.email(),
  mailFrom: z.email(),
  analyticsId: z.string(),
  company: z.object({
    legalName: z.string(),
    enterpriseNumber: z.string(),
    vatNumber: z.string(),
    /** True: small enterprise, exempt from VAT; the law requires a sentence that says so. */
    vatExempt: z.boolean(),
    /** IBAN; required on a site that mentions contracts, as the terms do. Source: docs/law-and-search.md#A1. */
    bankAccount: z.string(),
    street: z.string(),
    postalCode: z.string(),
    city: z.string(),
    country: z.literal('BE'),
  }),
  /**
   * The processors that the privacy policy names: hosting, mail and text messages. Source: docs/law-and-search.md#D52.
   */
  processors: z.object({ hosting: z.string(), mail: z.string(), sms: z.string() }),
  /**
   * Months that a message is kept after its last change; the texts state the same number.
   * Source: docs/law-and-search.md#D32.
   */
  retention: z.object({ messageMonths: z.int().min(1).max(60) }),
  shop: z.object({
    sales: z.boolean().refine((isOn) => !isOn || hasWithdrawalFunction, {
      message: 'cannot be turned on before the site has a withdrawal function (EU 2023/2673)',
    }),
  }),
  testimonials: z.array(Testimonial),
  claims: Claims,
});

export type SiteConfig = z.infer<typeof SiteConfig>;
export type Claim = z.infer<typeof Claim>;

/** The number a claim begins with: 2 for `2 h`. */
export function claimNumber({ claims }: Pick<SiteConfig, 'claims'>, id: CountedClaim): number {
  return Number.parseInt(claims.find((claim) => claim.id === id)?.value ?? '', 10);
}

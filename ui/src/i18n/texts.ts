/** Every namespace of texts in Dutch, the language the site is written in. A new file needs its line here. */
export interface Texts {
  about: typeof import('../../content/nl/about.json');
  accessibility: typeof import('../../content/nl/accessibility.json');
  account: typeof import('../../content/nl/account.json');
  admin: typeof import('../../content/nl/admin.json');
  'admin-setup': typeof import('../../content/nl/admin-setup.json');
  auth: typeof import('../../content/nl/auth.json');
  'auth-confirm': typeof import('../../content/nl/auth-confirm.json');
  'auth-reset': typeof import('../../content/nl/auth-reset.json');
  blog: typeof import('../../content/nl/blog.json');
  'blog-post': typeof import('../../content/nl/blog-post.json');
  coaching: typeof import('../../content/nl/coaching.json');
  common: typeof import('../../content/nl/common.json');
  consent: typeof import('../../content/nl/consent.json');
  contact: typeof import('../../content/nl/contact.json');
  cookies: typeof import('../../content/nl/cookies.json');
  faq: typeof import('../../content/nl/faq.json');
  guide: typeof import('../../content/nl/guide.json');
  home: typeof import('../../content/nl/home.json');
  layout: typeof import('../../content/nl/layout.json');
  legal: typeof import('../../content/nl/legal.json');
  mfa: typeof import('../../content/nl/mfa.json');
  'not-found': typeof import('../../content/nl/not-found.json');
  'notify-confirm': typeof import('../../content/nl/notify-confirm.json');
  'notify-unsubscribe': typeof import('../../content/nl/notify-unsubscribe.json');
  offers: typeof import('../../content/nl/offers.json');
  passkey: typeof import('../../content/nl/passkey.json');
  pause: typeof import('../../content/nl/pause.json');
  privacy: typeof import('../../content/nl/privacy.json');
  problems: typeof import('../../content/nl/problems.json');
  product: typeof import('../../content/nl/product.json');
  programs: typeof import('../../content/nl/programs.json');
  reply: typeof import('../../content/nl/reply.json');
  services: typeof import('../../content/nl/services.json');
  shop: typeof import('../../content/nl/shop.json');
  'site-facts': typeof import('../../content/nl/site-facts.json');
  terms: typeof import('../../content/nl/terms.json');
  testimonials: typeof import('../../content/nl/testimonials.json');
  'thank-you': typeof import('../../content/nl/thank-you.json');
  week: typeof import('../../content/nl/week.json');
}

/** The same namespaces in English. */
interface EnglishTexts {
  about: typeof import('../../content/en/about.json');
  accessibility: typeof import('../../content/en/accessibility.json');
  account: typeof import('../../content/en/account.json');
  admin: typeof import('../../content/en/admin.json');
  'admin-setup': typeof import('../../content/en/admin-setup.json');
  auth: typeof import('../../content/en/auth.json');
  'auth-confirm': typeof import('../../content/en/auth-confirm.json');
  'auth-reset': typeof import('../../content/en/auth-reset.json');
  blog: typeof import('../../content/en/blog.json');
  'blog-post': typeof import('../../content/en/blog-post.json');
  coaching: typeof import('../../content/en/coaching.json');
  common: typeof import('../../content/en/common.json');
  consent: typeof import('../../content/en/consent.json');
  contact: typeof import('../../content/en/contact.json');
  cookies: typeof import('../../content/en/cookies.json');
  faq: typeof import('../../content/en/faq.json');
  guide: typeof import('../../content/en/guide.json');
  home: typeof import('../../content/en/home.json');
  layout: typeof import('../../content/en/layout.json');
  legal: typeof import('../../content/en/legal.json');
  mfa: typeof import('../../content/en/mfa.json');
  'not-found': typeof import('../../content/en/not-found.json');
  'notify-confirm': typeof import('../../content/en/notify-confirm.json');
  'notify-unsubscribe': typeof import('../../content/en/notify-unsubscribe.json');
  offers: typeof import('../../content/en/offers.json');
  passkey: typeof import('../../content/en/passkey.json');
  pause: typeof import('../../content/en/pause.json');
  privacy: typeof import('../../content/en/privacy.json');
  problems: typeof import('../../content/en/problems.json');
  product: typeof import('../../content/en/product.json');
  programs: typeof import('../../content/en/programs.json');
  reply: typeof import('../../content/en/reply.json');
  services: typeof import('../../content/en/services.json');
  shop: typeof import('../../content/en/shop.json');
  'site-facts': typeof import('../../content/en/site-facts.json');
  terms: typeof import('../../content/en/terms.json');
  testimonials: typeof import('../../content/en/testimonials.json');
  'thank-you': typeof import('../../content/en/thank-you.json');
  week: typeof import('../../content/en/week.json');
}

/** The texts of mails, text messages and error pages, which the server reads and pages do not. */
interface ServerTexts {
  failures: typeof import('../../content/nl/failures.json');
  mails: typeof import('../../content/nl/mails.json');
  'text-messages': typeof import('../../content/nl/text-messages.json');
}

/** The same in English. */
interface EnglishServerTexts {
  failures: typeof import('../../content/en/failures.json');
  mails: typeof import('../../content/en/mails.json');
  'text-messages': typeof import('../../content/en/text-messages.json');
}

/** The keys of a text file, whatever the texts say. Lists may differ in length. */
type Shape<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Shape<Item>[]
    : { readonly [Key in keyof T]: Shape<T[Key]> };

type Extends<A extends B, B> = A;

/** @public Does not compile while a file or a key is missing in one of the two languages. */
export type CheckedTexts = readonly [
  Extends<Shape<EnglishTexts & EnglishServerTexts>, Shape<Texts & ServerTexts>>,
  Extends<Shape<Texts & ServerTexts>, Shape<EnglishTexts & EnglishServerTexts>>,
];

/** The name of a file of texts. */
export type Namespace = keyof Texts;

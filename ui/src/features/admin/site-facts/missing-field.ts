import type { FactName, OwnerFacts } from '@coachsite/core/facts';
import type { TFunction } from 'i18next';
import { fieldId } from './field-id.ts';

/** The words of the form for a whole fact. */
const ofFact = {
  coach: 'parts.person',
  email: 'email',
  phone: 'phone',
  instagram: 'instagram',
  googleReviewsUrl: 'reviews',
  bookingUrl: 'bookingUrl',
  openingPromise: 'promise',
  prices: 'parts.prices',
  testimonials: 'parts.testimonials',
  claims: 'parts.claims',
  company: 'parts.company',
  texts: 'parts.texts',
} as const satisfies Readonly<Record<FactName, string>>;

/** The words for the coach. */
const ofCoach = {
  name: 'name',
  portrait: 'parts.portrait',
  training: 'training.title',
  since: 'since',
  languages: 'languages',
  region: 'region',
  reason: 'reason',
} as const satisfies Readonly<Record<keyof OwnerFacts['coach'], string>>;

/** What the form calls the field of a missing fact; what it has no field for is the name of the site. */
export function fieldWords(
  t: TFunction<'site-facts'>,
  field: string,
  { testimonials }: Pick<OwnerFacts, 'testimonials'>,
): string {
  const [fact = '', name] = field.split('.');
  if (name === undefined || field === 'company.statementsConfirmed')
    return fact in ofFact ? t(ofFact[fact as FactName]) : t('siteName');
  switch (fact) {
    case 'coach':
      return t(ofCoach[name as keyof OwnerFacts['coach']]);
    case 'prices':
      return t(`offers.${name as '1-on-1'}`);
    case 'testimonials':
      return t('testimonial.one', {
        number: testimonials.findIndex(({ id }) => id === name) + 1,
      });
    case 'claims':
      return t(`claims.${name as 'satisfaction'}`);
    default:
      return t(`company.${name as 'street'}`);
  }
}

/** Opens the part of the form that holds a field, and moves the focus to it or to its first control. */
export function goToField(field: string) {
  const place = document.getElementById(fieldId(field));
  const part = place?.closest('details');
  if (part) part.open = true;
  const controls = 'input, textarea, select, button';
  const control = place?.matches(controls) ? place : place?.querySelector<HTMLElement>(controls);
  control?.focus();
}

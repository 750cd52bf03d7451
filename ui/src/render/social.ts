import type {
  PageLocation,
  SocialCard,
  SocialTicks,
  VisitorSite,
} from '@coachsite/adapters/contract';
import type { i18n as I18n } from 'i18next';
import { storedTotals } from '../features/legal/stored-items.ts';
import { headline, pageMeta, questionsOf } from '../layout/page-meta.ts';
import { claimsOf } from '../site/claims.ts';

const dial = (n: number, lit: number): SocialTicks => ({ kind: 'dial', n, lit });
const row = (n: number, lit = n): SocialTicks => ({ kind: 'row', n, lit });
const rising = (n: number): SocialTicks => ({ kind: 'row', n, lit: n, grows: true });

/** Thirty days: four check-ins, then the new plan. */
const month: SocialTicks = { ...rising(30), marks: [6, 13, 20, 27, 29] };

const ofProgram: Readonly<Record<string, SocialTicks>> = {
  '8-week-kickstart': rising(8),
  'mind-body-12': rising(12),
  'premium-1-on-1': month,
  'lifestyle-reset-30': rising(30),
};

const ofService: Readonly<Record<string, SocialTicks>> = {
  '1-on-1': month,
  'nutrition-plan': row(21),
  'workout-plan': { ...row(168), marks: [42] },
  'online-consultation': dial(60, 60),
};

const ofPage = ({
  numberOf,
  usualHours,
}: ReturnType<typeof claimsOf>): Readonly<Record<string, SocialTicks>> => ({
  home: dial(60, 30),
  about: dial(52, 52),
  contact: dial(numberOf('reply-within'), usualHours),
  services: row(4),
  shop: dial(100, numberOf('shop-progress')),
  cookies: row(storedTotals.total, storedTotals.necessary),
  blog: rising(3),
  testimonials: row(numberOf('clients-helped')),
  guide: rising(5),
});

/** The length of a list of texts. */
function listed(i18n: I18n, key: string): number {
  const list: unknown = i18n.t(key, { returnObjects: true, defaultValue: '' });
  return Array.isArray(list) ? list.length : 0;
}

function countedIn(i18n: I18n, page: string): SocialTicks {
  if (page === 'privacy') return row(listed(i18n, 'privacy:retention.rows'));
  if (page === 'faq') return row(questionsOf(i18n));
  return row(listed(i18n, `${page}:sections`));
}

/** The content of the social image of a location. */
export function socialCard(i18n: I18n, site: VisitorSite, location: PageLocation): SocialCard {
  const { page, value = '', minutes } = location;
  const ticks = minutes
    ? dial(60, minutes)
    : (ofProgram[value] ??
      ofService[value] ??
      ofPage(claimsOf(site))[page.id] ??
      countedIn(i18n, page.id));
  const { title, image } = pageMeta(i18n, location);
  return {
    brand: site.name,
    title: headline(title),
    ground: page.ground,
    caption: image,
    ticks,
  };
}

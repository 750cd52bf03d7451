import type {
  PageLocation,
  SocialCard,
  SocialTicks,
  VisitorSite,
} from '@coachsite/adapters/contract';
import type { i18n as I18n } from 'i18next';
import { grownLength, indices, markPath, uprights } from '../design/ticks.ts';
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
  'guide-read': rising(5),
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

/** The paths of the unlit, lit and marked ticks, with their stroke width. */
function drawingOf({ kind, n, lit, marks = [], grows }: SocialTicks): SocialCard['drawing'] {
  const isDial = kind === 'dial';
  const pitch = 510 / Math.max(1, n - 1);
  const draw = (places: readonly number[], lift: (index: number) => number) =>
    isDial
      ? places
          .map((index) => {
            const [x, y] = [
              Math.sin((index / n) * 2 * Math.PI),
              -Math.cos((index / n) * 2 * Math.PI),
            ];
            const to = 84 + lift(index);
            return `M${x * 84} ${y * 84}L${x * to} ${y * to}`;
          })
          .join('')
      : uprights(
          places.map((index) => ({
            x: n === 1 ? 1130 : 620 + index * pitch,
            height: (grows ? 60 + (140 * (index + 1)) / n : 124) + lift(index),
          })),
          0,
        );
  const plain = indices(0, n).filter((index) => !marks.includes(index));
  const ofLit = isDial
    ? (index: number) => (lit === n ? 40 : grownLength(index, lit, 22, 60))
    : () => (lit < n ? 40 : 0);
  return {
    off: draw(
      plain.filter((index) => index >= lit),
      () => (isDial ? 22 : 0),
    ),
    on: draw(
      plain.filter((index) => index < lit),
      ofLit,
    ),
    marked: draw(marks, () => 26),
    stroke: isDial ? (n > 30 ? 6 : 10) : Math.max(2, Math.min(26, pitch * 0.45)),
    at: isDial ? '986 202' : '0 284',
    mark: markPath,
  };
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
    drawing: drawingOf(ticks),
  };
}

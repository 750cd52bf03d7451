import type { HeaderGround } from '@coachsite/adapters/contract';
import type { CoachingSlug } from '@coachsite/core/catalogue';

/** The ground of each service, as on its plate in the list of services. */
export const coachingGrounds: Readonly<Record<CoachingSlug, HeaderGround>> = {
  '1-on-1': 'tartan',
  'nutrition-plan': 'butter',
  'workout-plan': 'sky',
  'online-consultation': 'pine',
};

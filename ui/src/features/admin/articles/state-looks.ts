import type { AdminArticle } from '@coachsite/adapters/contract';

/** How the state of an article looks. */
export const stateLooks = {
  file: 'ok',
  site: 'ok',
  draft: 'edge',
  scheduled: 'butter',
  withdrawn: 'bad',
} as const satisfies Readonly<Record<AdminArticle['state'], string>>;

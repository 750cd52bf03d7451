import { pages } from '#ui/src/site/pages.ts';

/** Every public path of docs/rules.md#2 and docs/contract.md#5: of the table of pages, and one for each value of a parameter. */
export const publicPaths = [
  ...pages
    .filter(({ path, guard }) => guard === 'none' && !path.includes('$'))
    .map(({ path }) => path),
  '/shop/8-week-kickstart',
  '/shop/mind-body-12',
  '/shop/premium-1-on-1',
  '/shop/lifestyle-reset-30',
  '/coaching/1-on-1',
  '/coaching/nutrition-plan',
  '/coaching/workout-plan',
  '/coaching/online-consultation',
  '/blog/5-afvalfouten',
  '/blog/eten-op-een-drukke-dag',
  '/blog/trainen-in-twee-halve-uren',
];

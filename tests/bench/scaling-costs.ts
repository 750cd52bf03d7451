import type { PathLoad } from './scaling-model.ts';

/**
 * What the paths cost one process, measured by `npm run bench -- scale` on 26 November 2026; a file costs no more than
 * a page. How often a visit asks for each is assumed, for visitors who come for the guide. Source: docs/scaling.md#1.
 */
export const measuredPaths: readonly PathLoad[] = [
  {
    name: 'page',
    megabytes: 0.017,
    perVisit: 3,
    siteMs: 0.032,
    databaseMs: 0.008,
    isCacheable: true,
  },
  { name: 'file', megabytes: 0.012, perVisit: 8, siteMs: 0.032, databaseMs: 0, isCacheable: true },
  {
    name: 'e-book of 20 MB',
    megabytes: 20,
    perVisit: 0.4,
    siteMs: 5.215,
    databaseMs: 0.67,
    isCacheable: true,
  },
  {
    name: 'session check',
    megabytes: 0.001,
    perVisit: 0.2,
    siteMs: 0.483,
    databaseMs: 0.283,
    isCacheable: false,
  },
  {
    name: 'sign-in',
    megabytes: 0.003,
    perVisit: 0.02,
    siteMs: 14.836,
    databaseMs: 3.146,
    isCacheable: false,
  },
  {
    name: 'refresh',
    megabytes: 0.003,
    perVisit: 0.05,
    siteMs: 0.842,
    databaseMs: 0.614,
    isCacheable: false,
  },
  {
    name: 'contact',
    megabytes: 0.001,
    perVisit: 0.02,
    siteMs: 0.646,
    databaseMs: 0.538,
    isCacheable: false,
  },
];

import type { PathLoad } from './scaling-model.ts';

/**
 * What the paths cost one process, measured by `npm run bench -- scale` on 25 November 2026; a file by `server` on 23
 * November. How often a visit asks for each is assumed, for visitors who come for the guide. Source: docs/scaling.md#1.
 */
export const measuredPaths: readonly PathLoad[] = [
  {
    name: 'page',
    megabytes: 0.017,
    perVisit: 3,
    siteMs: 0.037,
    databaseMs: 0.011,
    isCacheable: true,
  },
  { name: 'file', megabytes: 0.012, perVisit: 8, siteMs: 0.09, databaseMs: 0, isCacheable: true },
  {
    name: 'e-book of 20 MB',
    megabytes: 20,
    perVisit: 0.4,
    siteMs: 5.327,
    databaseMs: 0.531,
    isCacheable: true,
  },
  {
    name: 'session check',
    megabytes: 0.001,
    perVisit: 0.2,
    siteMs: 0.561,
    databaseMs: 0.31,
    isCacheable: false,
  },
  {
    name: 'sign-in',
    megabytes: 0.003,
    perVisit: 0.02,
    siteMs: 14.8,
    databaseMs: 2.752,
    isCacheable: false,
  },
  {
    name: 'refresh',
    megabytes: 0.003,
    perVisit: 0.05,
    siteMs: 0.839,
    databaseMs: 0.66,
    isCacheable: false,
  },
  {
    name: 'contact',
    megabytes: 0.001,
    perVisit: 0.02,
    siteMs: 1.042,
    databaseMs: 1.232,
    isCacheable: false,
  },
];

import type { StatisticsSettings } from '../ebook/index.ts';

/** The time zone of the specification. Source: docs/rules.md#reading-statistics. */
export const defaultZone = 'Europe/Brussels';

/** Days of Brussels, and a chart of 30 of them. Source: docs/rules.md#3, docs/contract.md#3. */
export const defaultStatistics: StatisticsSettings = { zone: defaultZone, chartDays: 30 };

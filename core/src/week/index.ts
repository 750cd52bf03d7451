export { bookingUrlFor, endOf, timeOf } from './call.ts';
export { nextDate } from './next-date.ts';
export { copyDay, likeDays, type PresetId, usualWeek, withPreset } from './presets.ts';
export { readWeek, savedWeek } from './saved.ts';
export {
  between,
  countOf,
  dayOf,
  daysPerWeek,
  emptyWeek,
  type HalfHour,
  type HalfHourKind,
  halfHourAt,
  halfHourKinds,
  halfHoursPerWeek,
  neededHalfHours,
  paint,
  pick,
  type Run,
  runsOf,
  slotOf,
  slotsPerDay,
  type Week,
} from './week.ts';

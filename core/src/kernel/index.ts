export { constantTimeEqual, type Digest, toBase64Url, toHex } from './bytes.ts';
export { brusselsDay, isDay, mondayOf, shiftDay, startOfBrusselsDay } from './calendar.ts';
export type { Json, JsonObject } from './json.ts';
export { type Ids, type Random, randomDigits } from './random.ts';
export {
  type Clock,
  dayMs,
  type EpochMs,
  hourMs,
  minuteMs,
  secondMs,
  wholeSeconds,
} from './time.ts';
export { isUuid } from './uuid.ts';

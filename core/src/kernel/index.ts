export type { Branded } from './brand.ts';
export { constantTimeEqual, type Digest, toBase64Url, toHex } from './bytes.ts';
export { calendarDay, isDay, mondayOf, shiftDay, startOfDay, timeText } from './calendar.ts';
export { elapsed, isWaitOver } from './elapsed.ts';
export type { SessionId, UserId } from './ids.ts';
export type { Json, JsonObject } from './json.ts';
/** @public A product extends it by declaration merging. */
export type { OfProduct, Product, RequiredOfProduct } from './product.ts';
export { type Ids, type Random, randomDigits } from './random.ts';
export { type Err, err, ok, type Result } from './result.ts';
export {
  type Clock,
  dayMs,
  type EpochMs,
  type EpochSeconds,
  hourMs,
  type Milliseconds,
  minuteMs,
  type Seconds,
  secondMs,
  wholeSeconds,
} from './time.ts';
export { isUuid } from './uuid.ts';

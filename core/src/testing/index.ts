export {
  anyCharacter,
  anyText,
  contactMessage,
  email,
  epochMs,
  hostileText,
  nearClockChange,
  notAnEmail,
  notAPhone,
  phone,
  session,
  sitePath,
  typedPhone,
} from './arbitraries.ts';
export * from './contracts/index.ts';
export { idOf } from './ids.ts';
export * from './memory/index.ts';
export type { Ports } from './ports.ts';
export { emailOf, phoneOf } from './recipients.ts';
export type { Matchers, TestRunner } from './runner.ts';

export { anyText, email, epochMs, hostileText, sitePath } from './arbitraries.ts';
export * from './contracts/index.ts';
export * from './memory/index.ts';
export type { Ports } from './ports.ts';
export { emailOf, phoneOf } from './recipients.ts';
export type { Matchers, TestRunner } from './runner.ts';

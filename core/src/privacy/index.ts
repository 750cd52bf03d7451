export type { PersonIdentifier } from '../account/index.ts';
export { type ClockTrust, judgeClock } from './clock-trust.ts';
export { eraseAccount, erasePerson } from './erase-data.ts';
export { exportAccount, exportPerson } from './export-data.ts';
export { findPersonPhone } from './find-person.ts';
export type { AccountData, ErasedCounts, PersonalData } from './personal-data.ts';
export type { AccountDataPorts, Outbox } from './ports.ts';
export { exportPieces, exportText } from './readable.ts';

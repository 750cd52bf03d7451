export { emailMarkers, isAbout, isMentioned } from './about.ts';
export {
  adminActions,
  type ClientAction,
  clientActions,
  isSecurityEventKind,
  type SecurityEventEntry,
  type SecurityEventKind,
  type Severity,
  securityEvent,
  securityTable,
  serverActions,
  severityOf,
} from './event.ts';
export {
  logEvent,
  logEventInBackground,
  type SecurityLogPorts,
  type ServerEvent,
} from './log-event.ts';
export type {
  LoggedPerson,
  LoggedWords,
  Pseudonyms,
  RequestContext,
  SecurityEvent,
  SecurityEventQuery,
  SecurityLog,
} from './ports.ts';
export { emailPseudonym, hideOldEmails } from './pseudonym.ts';

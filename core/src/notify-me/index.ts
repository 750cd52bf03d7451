export { announceLaunch } from './announce-launch.ts';
export {
  announcedKeepMs,
  awaitsLaunch,
  checkInterest,
  confirmLinkMs,
  type Interest,
  type InterestError,
  type InterestLinkError,
  interestTextVersion,
  unconfirmedKeepMs,
} from './interest.ts';
export type { InterestMails, InterestStore } from './ports.ts';
export { confirmInterest, registerInterest, unsubscribeInterest } from './register-interest.ts';

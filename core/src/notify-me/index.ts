export { announceLaunch } from './announce-launch.ts';
export {
  awaitsLaunch,
  checkInterest,
  confirmLinkMs,
  type Interest,
  type InterestError,
  type InterestLinkError,
  interestTextVersion,
  toldKeepMs,
  unconfirmedKeepMs,
} from './interest.ts';
export type { InterestMails, InterestStore } from './ports.ts';
export { confirmInterest, registerInterest, unsubscribeInterest } from './register-interest.ts';

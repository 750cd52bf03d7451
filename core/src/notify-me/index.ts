export { announceLaunch, changeLaunch, launchChanges, releaseLaunches } from './announce-launch.ts';
export {
  awaitsLaunch,
  type ConfirmedInterest,
  checkInterest,
  type Interest,
  type InterestError,
  type InterestLinkError,
  type WaitingListSettings,
} from './interest.ts';
export {
  type Launch,
  type LaunchNotFoundError,
  type LaunchPace,
  type LaunchProgress,
  launchEndsAt,
  launchLengthMs,
  launchPaces,
  releasable,
  toLaunchPace,
} from './launch.ts';
export type {
  InterestLinks,
  InterestMails,
  InterestStore,
  LaunchStore,
  WriteLaunchMail,
} from './ports.ts';
export { confirmInterest, registerInterest, unsubscribeInterest } from './register-interest.ts';
export { type NoEmailError, testLaunch } from './test-launch.ts';

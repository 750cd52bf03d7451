export { addressKey, checkRedirects } from './check-redirects.ts';
export { type FindAddress, type Found, finderOf } from './find-address.ts';
export { missedKept, missedPath } from './missed-path.ts';
export type { MissedPath, MissedPaths } from './ports.ts';
export {
  type Redirect,
  type RedirectReason,
  type RedirectsError,
  redirectsKept,
} from './redirect.ts';
export {
  type RedirectPorts,
  type RedirectsChange,
  type RedirectsConflictError,
  type RedirectsVersion,
  redirectsIn,
  saveRedirects,
} from './save-redirects.ts';

export {
  addAdmin,
  addRole,
  listAdmins,
  revokeAdmin,
  type UnknownUserError,
} from './change-admins.ts';
export { type ConfirmedAccountError, makeConfirmedAccount } from './confirmed-account.ts';
export {
  banAccount,
  endSessions,
  type ResetCounts,
  resetFactorsOf,
  unbanAccount,
  unlockAccount,
} from './manage-account.ts';
export type {
  AdminStore,
  Appointment,
  LastAdminError,
  SetupClosedError,
  SetupTokenStore,
} from './ports.ts';
export { type SetupError, setUpFirstAdmin } from './set-up-first-admin.ts';
export { openSetup } from './setup-token.ts';
export { withIdOf } from './take-over.ts';

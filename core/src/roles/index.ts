export type { CrossSiteError } from './cross-site.ts';
export {
  afterSignInPath,
  decideGuard,
  type GuardDecision,
  type GuardPages,
  loadingLimitMs,
} from './guard.ts';
export type { RoleStore } from './ports.ts';
export {
  type Actor,
  type Admin,
  type AssuranceLevel,
  asOperator,
  type Operator,
  type Publisher,
  publisherId,
  type Role,
  type RoleError,
  requireAdmin,
} from './roles.ts';

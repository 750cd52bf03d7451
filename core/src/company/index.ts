export { hasBasis, isClaimFresh } from './claims.ts';
export { isBankAccount, isEnterpriseNumber } from './identity-numbers.ts';

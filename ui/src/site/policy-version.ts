/**
 * The version of banner and cookie policy: the day they last changed. A new one asks every visitor again; its texts are
 * kept in docs/policies. Source: legal reference D9, D10.
 */
export const policyVersion = '2026-11-23';

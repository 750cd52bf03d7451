/** How many sessions a user has at most, as the stores of sessions keep it. Source: docs/security.md#fixed-numbers. */
export const defaultMaxSessionsPerUser = 50;

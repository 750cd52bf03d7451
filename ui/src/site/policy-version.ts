/**
 * The version of banner and cookie policy: the day they last changed. After a change every visitor is asked again; each
 * version is kept in ui/content/policies. Source: docs/law-and-search.md#D9, docs/law-and-search.md#D10.
 */
export const policyVersion = '2026-11-29';

/** The cookies of Google Analytics. Source: docs/rules.md#reading-consent. */
const googleAnalyticsCookies = /^(?:_ga|_ga_.*|_gid|_gat.*)$/;

/** The names among `allNames` that belong to analytics; `analytics` matches them, and has no flag `g`. Source: docs/rules.md#reading-consent. */
export function analyticsCookieNames(
  allNames: readonly string[],
  analytics: RegExp = googleAnalyticsCookies,
): readonly string[] {
  return allNames.filter((name) => analytics.test(name));
}

/** The names among `allNames` that belong to the analytics cookies. Source: docs/rules.md#reading-consent. */
export function analyticsCookieNames(allNames: readonly string[]): readonly string[] {
  return allNames.filter((name) => /^(?:_ga|_ga_.*|_gid|_gat.*)$/.test(name));
}

/**
 * The oldest browsers in which every page works, by their names in browser-compat-data; all of them know `oklch`, or each
 * page would hold every colour three times. The build lowers syntax to what they read, `npm run check` rejects built-ins that one of them lacks. Source: docs/design.md#browsers.
 */
export const oldestBrowsers = {
  chrome: '111',
  edge: '111',
  firefox: '115',
  safari: '16.4',
  safari_ios: '16.4',
  samsunginternet_android: '25',
} as const;

/** The same as targets of the build. */
export const buildTargets: readonly string[] = (
  ['chrome', 'edge', 'firefox', 'safari'] as const
).map((name) => `${name}${oldestBrowsers[name]}`);

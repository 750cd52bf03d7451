/** Browsers, by their names in the user agent; the first match counts. */
const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const satisfies readonly (readonly [string, RegExp])[];

/** A device as its owner would call it. */
export interface Device {
  readonly kind: 'phone' | 'computer';
  /** Undefined for programs and unknown browsers. */
  readonly browser: (typeof browsers)[number][0] | undefined;
}

/** Names the device behind a user agent, for display only: user agents can be forged. */
export function describeDevice(userAgent: string): Device {
  const found = browsers.find(([, pattern]) => pattern.test(userAgent));
  const isPhone = /Mobi|Android|iPhone|iPad/i.test(userAgent);
  return { kind: isPhone ? 'phone' : 'computer', browser: found?.[0] };
}

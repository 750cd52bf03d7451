/** What the browser tells about the device. */
export interface Device {
  readonly userAgent: string;
  readonly screenWidth: number;
  readonly screenHeight: number;
}

/** FNV-1a over UTF-16 units; it spreads, it does not protect. */
function spread(text: string, seed: number): string {
  let hash = seed;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

/**
 * The identifier a sign-in is counted under: short, the same at every call from one device, and without
 * the user agent in clear. Source: docs/rules.md#7.
 */
export function deviceIdentifier(device: Device): string {
  const text = `${device.userAgent}|${device.screenWidth}x${device.screenHeight}`;
  return `device-${spread(text, 0x811c9dc5)}${spread(text, 0x9747b28c)}`;
}

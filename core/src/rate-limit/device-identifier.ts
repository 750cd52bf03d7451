/** The properties of a device that the browser reports. */
export interface Device {
  readonly userAgent: string;
  /** In CSS pixels. */
  readonly screenWidth: number;
  /** In CSS pixels. */
  readonly screenHeight: number;
}

/** FNV-1a over UTF-16 units; not a cryptographic hash. */
function spread(text: string, seed: number): string {
  let hash = seed;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

/**
 * The identifier under which sign-ins are counted: short, stable per device, and without the readable user agent.
 * Source: docs/rules.md#7.
 */
export function deviceIdentifier(device: Device): string {
  const text = `${device.userAgent}|${device.screenWidth}x${device.screenHeight}`;
  return `device-${spread(text, 0x811c9dc5)}${spread(text, 0x9747b28c)}`;
}

const mapped = /^::ffff:(?:0+:)?(\d+\.\d+\.\d+\.\d+)$/i;

/** The IPv4 address inside an IPv4-mapped IPv6 address; `undefined` for any other text. Source: RFC 4291 2.5.5.2. */
export function mappedIpv4(ip: string): string | undefined {
  return mapped.exec(ip)?.[1];
}

/**
 * The /64 network of a valid IPv6 address, as its first four groups: one customer can change the rest freely. All ways
 * of writing an address give the same text. Source: docs/security.md#LK-7.
 */
export function networkOf(ip: string): string {
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/**
 * What a client is counted under: an IPv4 address as it is, also when it is mapped into IPv6, an IPv6 address by its
 * /64. Source: docs/security.md#LK-7.
 */
export function clientNetwork(ip: string): string {
  return mappedIpv4(ip) ?? (ip.includes(':') ? networkOf(ip) : ip);
}

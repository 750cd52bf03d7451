const ipv4 = /(\d+)\.(\d+)\.(\d+)\.(\d+)/;

/** Two bytes, as decimal digits, in one group of an IPv6 address. */
const groupOf = (high: string, low: string): string =>
  (Number(high) * 256 + Number(low)).toString(16);

/** The eight groups of a valid IPv6 address, in whatever notation it is written. Source: RFC 4291 2.2. */
function groupsOf(ip: string): readonly number[] {
  const [address = ''] = ip.split('%');
  const hexadecimal = address.replace(
    ipv4,
    (_, a: string, b: string, c: string, d: string) => `${groupOf(a, b)}:${groupOf(c, d)}`,
  );
  const [head = '', tail] = hexadecimal.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    Number.parseInt(group, 16),
  );
}

/** The first six groups of an IPv4-mapped address (RFC 4291 2.5.5.2), and of an IPv4-translated one (RFC 2765 2.1). */
const ipv4Prefixes: readonly string[] = ['0,0,0,0,0,65535', '0,0,0,0,65535,0'];

/**
 * What a client is counted under: an IPv4 address as it is, also when it is mapped into IPv6, an IPv6 address by its /64,
 * within which one customer can change the rest freely. All ways of writing an address give the same text.
 * Source: docs/security.md#LK-7.
 */
export function clientNetwork(ip: string): string {
  if (!ip.includes(':')) return ip;
  const groups = groupsOf(ip);
  if (ipv4Prefixes.includes(groups.slice(0, 6).join())) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

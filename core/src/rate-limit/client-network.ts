const ipv4 = /(\d+)\.(\d+)\.(\d+)\.(\d+)/;

/** Two bytes, as decimal digits, in one group of an IPv6 address. */
const groupOf = (high: string, low: string): string =>
  (Number(high) * 256 + Number(low)).toString(16);

/** The eight groups of a valid IPv6 address, in whatever notation it is written. Source: RFC 4291 2.2. */
function groupsOf(ip: string): readonly number[] {
  const [address = ''] = ip.split(/[%/]/);
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

/** A network, and how many times the limit of one client all of its clients together may use. */
export interface CountedNetwork {
  /** An IPv4 address, or an IPv6 network with its length, `2001:db8:1:2::/64`. */
  readonly network: string;
  /** A whole number, at least 1. */
  readonly share: number;
}

/** One customer of a provider, a small site or household, and a whole site: what RFC 6177 says providers hand out. */
const ipv6Lengths = [
  { length: 64, share: 1 },
  { length: 56, share: 4 },
  { length: 48, share: 16 },
] as const;

/**
 * The networks that a client is counted under, narrowest first. IPv4: the address, also when it is mapped into IPv6.
 * IPv6: its /64, within which one customer can choose addresses freely, and its /56 and /48, which one customer may
 * have too; these may use 4 and 16 times what a /64 may. All ways of writing an address, and the text of its /64, give
 * the same networks. Source: docs/security.md#LK-7.
 */
export function countedNetworks(ip: string): readonly [CountedNetwork, ...CountedNetwork[]] {
  const single = (network: string) => [{ network, share: 1 }] as const;
  if (!ip.includes(':')) return single(ip);
  const groups = groupsOf(ip);
  if (ipv4Prefixes.includes(groups.slice(0, 6).join())) {
    return single(
      groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.'),
    );
  }
  const within = ({ length, share }: (typeof ipv6Lengths)[number]): CountedNetwork => {
    const kept = groups.slice(0, Math.ceil(length / 16));
    if (length === 56) kept[3] = (kept[3] ?? 0) & 0xff00;
    const network = `${kept.map((group) => group.toString(16)).join(':')}::/${length}`;
    return { network, share };
  };
  const [client, ...wider] = ipv6Lengths;
  return [within(client), ...wider.map(within)];
}

/** What a client is counted under: the narrowest of `countedNetworks`. Source: docs/security.md#LK-7. */
export const clientNetwork = (ip: string): string => countedNetworks(ip)[0].network;

/** The widest of `countedNetworks`: what one customer may have at most. Source: docs/security.md#LK-7. */
export const widestNetwork = (ip: string): string =>
  (countedNetworks(ip).at(-1) ?? countedNetworks(ip)[0]).network;

/** How many buckets there are; each of IPv4 has some 65,000 addresses, so that it names nobody. */
const buckets = 2 ** 16;

/**
 * A number from 0 to 65535 for the widest network of a client, the same for all of its addresses. A store keeps it with
 * each row, in order to remove first the rows of the network that filled it. It identifies nobody, because many
 * networks share a number. Source: docs/security.md#LK-12.
 */
export function networkBucket(ip: string): number {
  let hash = 0x811c9dc5;
  for (const char of widestNetwork(ip))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 16)) & (buckets - 1);
}

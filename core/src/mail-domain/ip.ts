/** A network in CIDR notation, or one address. */
export interface Network {
  readonly bits: string;
  /** Whether it is of IPv4. */
  readonly isV4: boolean;
}

const bitsOf = (value: number, width: number) => value.toString(2).padStart(width, '0');

function ofV4(text: string): string | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return undefined;
  return parts.map((part) => bitsOf(Number(part), 8)).join('');
}

const groups = (text: string) => (text === '' ? [] : text.split(':'));

function ofV6(text: string): string | undefined {
  const [head = '', tail, ...rest] = text.split('::');
  if (rest.length > 0) return undefined;
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  if (!all.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return all.map((group) => bitsOf(Number.parseInt(group, 16), 16)).join('');
}

/** Reads an IP as its bits; undefined for any other text. IPv6 with an IPv4 tail is not understood, as DNS writes none. */
export function parseIp(text: string): Network | undefined {
  const v4 = ofV4(text);
  if (v4 !== undefined) return { bits: v4, isV4: true };
  const v6 = ofV6(text);
  return v6 === undefined ? undefined : { bits: v6, isV4: false };
}

/** The network of the first `length` bits of an address; undefined where it has fewer. */
export function networkOf(ip: Network, length: number): Network | undefined {
  return length > ip.bits.length ? undefined : { ...ip, bits: ip.bits.slice(0, length) };
}

/** Whether a network holds an address. */
export const holds = (network: Network, ip: Network): boolean =>
  network.isV4 === ip.isV4 && ip.bits.startsWith(network.bits);

import {
  clientNetwork,
  countedNetworks,
  networkBucket,
  widestNetwork,
} from '@coachsite/core/rate-limit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });

/** Not 0, where IPv4 addresses are, which count as themselves. */
const network = groups(4).filter((four) => four.some((one) => one > 0));
const address = fc.tuple(network, groups(4)).map((halves) => halves.flat());

/** Every way to write eight groups: each run of zeros may become `::`, letters may be upper case, groups may be padded. */
function spellings(address: readonly number[]): readonly string[] {
  const short = address.map((one) => one.toString(16));
  const padded = short.map((one) => one.padStart(4, '0'));
  const shortened = short.flatMap((_, from) =>
    short.map((_, to) => {
      const isRun = to >= from && short.slice(from, to + 1).every((one) => one === '0');
      return isRun ? `${short.slice(0, from).join(':')}::${short.slice(to + 1).join(':')}` : '';
    }),
  );
  const plain = [short.join(':'), padded.join(':'), ...shortened.filter((text) => text !== '')];
  return [...plain, ...plain.map((text) => text.toUpperCase()), `${short.join(':')}%eth0`];
}

describe('network of a client (docs/security.md#LK-7)', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is in %s', (ip, network) => {
    expect(clientNetwork(ip)).toBe(network);
  });

  test('all addresses of one /64, in every notation, have one network', () => {
    fc.assert(
      fc.property(network, groups(4), groups(4), (own, host, otherHost) => {
        const expected = `${own.map((one) => one.toString(16)).join(':')}::/64`;
        for (const text of [
          ...spellings([...own, ...host]),
          ...spellings([...own, ...otherHost]),
        ]) {
          expect([text, clientNetwork(text)]).toEqual([text, expected]);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('addresses of two networks have different networks', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        const isSame = one.slice(0, 4).join() === other.slice(0, 4).join();
        const [text = '', otherText = ''] = [one, other].map((parts) =>
          parts.map((part) => part.toString(16)).join(':'),
        );
        expect(clientNetwork(text) === clientNetwork(otherText)).toBe(isSame);
      }),
    );
  });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['', ''],
])('the client %s is counted as %s', (ip, network) => {
  expect(clientNetwork(ip)).toBe(network);
});

describe('an IPv4 address in an IPv6 one (RFC 4291 2.5.5.2)', () => {
  const written = fc.constantFrom(
    '::ffff:',
    '::FFFF:',
    '::ffff:0:',
    '::ffff:0000:',
    '0:0:0:0:0:ffff:',
  );
  const inGroups = (ip: string) => {
    const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16).padStart(4, '0')}`;
  };

  test('counts as that IPv4 address, in every notation', () => {
    fc.assert(
      fc.property(fc.ipV4(), written, (ip, prefix) => {
        for (const text of [ip, prefix + ip, prefix + inGroups(ip), `${prefix}${ip}%eth0`])
          expect([text, clientNetwork(text)]).toEqual([text, ip]);
      }),
    );
  });

  test('is two groups of any other IPv6 address', () => {
    fc.assert(
      fc.property(groups(6), fc.ipV4(), (six, ip) => {
        fc.pre(!['0,0,0,0,0,65535', '0,0,0,0,65535,0'].includes(six.join()));
        const hex = six.map((one) => one.toString(16)).join(':');
        const expected = `${six
          .slice(0, 4)
          .map((one) => one.toString(16))
          .join(':')}::/64`;
        expect(clientNetwork(`${hex}:${ip}`)).toBe(expected);
      }),
    );
    expect(clientNetwork('::5:6:7:8:1.2.3.4')).toBe('0:0:5:6::/64');
    expect(clientNetwork('64:ff9b::1.2.3.4')).toBe('64:ff9b:0:0::/64');
    expect(clientNetwork('1::ffff:1.2.3.4')).toBe('1:0:0:0::/64');
  });
});

describe('everything that a client is counted under (docs/security.md#LK-7)', () => {
  test.each([
    [
      '2001:db8:1:2345::1',
      [
        ['2001:db8:1:2345::/64', 1],
        ['2001:db8:1:2300::/56', 4],
        ['2001:db8:1::/48', 16],
      ],
    ],
    [
      'fe80::1%eth0',
      [
        ['fe80:0:0:0::/64', 1],
        ['fe80:0:0:0::/56', 4],
        ['fe80:0:0::/48', 16],
      ],
    ],
    ['203.0.113.9', [['203.0.113.9', 1]]],
    ['::ffff:203.0.113.9', [['203.0.113.9', 1]]],
    ['', [['', 1]]],
  ])('%s', (ip, expected) => {
    const networks = countedNetworks(ip).map(({ network, share }) => [network, share]);
    expect(networks).toEqual(expected);
    expect(clientNetwork(ip)).toBe(expected[0]?.[0]);
    expect(widestNetwork(ip)).toBe(expected.at(-1)?.[0]);
  });

  const bits = (parts: readonly number[]) =>
    parts.map((part) => part.toString(2).padStart(16, '0')).join('');
  const text = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':');

  test('two addresses share a network exactly if they share its first bits', () => {
    const pair = fc
      .tuple(address, address, fc.integer({ min: 0, max: 8 }))
      .map(([one, other, same]) => [one, [...one.slice(0, same), ...other.slice(same)]] as const);
    const nearby = fc
      .tuple(address, fc.integer({ min: 0, max: 127 }))
      .map(([one, at]) => {
        const flipped = one.map((part, group) =>
          group === at >> 4 ? part ^ (1 << (at & 15)) : part,
        );
        return [one, flipped] as const;
      })
      .filter(([, flipped]) => flipped.slice(0, 4).some((part) => part > 0));
    fc.assert(
      fc.property(fc.oneof(pair, nearby), ([one, other]) => {
        const [ofOne, ofOther] = [countedNetworks(text(one)), countedNetworks(text(other))];
        for (const [at, length] of [64, 56, 48].entries()) {
          const isSame = bits(one).slice(0, length) === bits(other).slice(0, length);
          expect(ofOne[at]?.network === ofOther[at]?.network).toBe(isSame);
          expect(ofOne[at]?.network).toMatch(new RegExp(`::/${length}$`));
        }
      }),
    );
  });

  test('the text of the narrowest gives the same networks again', () => {
    const client = fc.oneof(fc.ipV4(), address.map(text));
    fc.assert(
      fc.property(client, (ip) => {
        expect(countedNetworks(clientNetwork(ip))).toEqual(countedNetworks(ip));
      }),
    );
  });
});

describe('the bucket of a network (docs/security.md#LK-12)', () => {
  test.each([
    ['192.0.2.1', 47156],
    ['2001:db8:1:2::1', 39236],
  ])('of %s is always the same', (ip, bucket) => {
    expect(networkBucket(ip)).toBe(bucket);
  });

  test('is a number of sixteen bits, the same for all addresses of a /48', () => {
    fc.assert(
      fc.property(address, groups(5), (one, rest) => {
        const text = one.map((part) => part.toString(16)).join(':');
        const neighbour = [...one.slice(0, 3), ...rest].map((part) => part.toString(16)).join(':');
        fc.pre(one.slice(0, 3).some((part) => part > 0));
        const bucket = networkBucket(text);
        expect(Number.isInteger(bucket) && bucket >= 0 && bucket < 65_536).toBe(true);
        expect(networkBucket(neighbour)).toBe(bucket);
        expect(networkBucket(clientNetwork(text))).toBe(bucket);
      }),
    );
  });

  test('networks are spread over all of them', () => {
    const found = new Set<number>();
    for (let at = 0; at < 65_536; at += 1) found.add(networkBucket(`10.${at >> 8}.${at & 255}.1`));
    // Of so many throws 63 % of the buckets are hit; the upper and the lower half as often.
    expect(found.size).toBeGreaterThan(35_000);
    expect([...found].filter((bucket) => bucket >= 32_768).length).toBeGreaterThan(17_000);
  });
});

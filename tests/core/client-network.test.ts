import { clientNetwork } from '@coachsite/core/rate-limit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mappedIpv4, networkOf } from '#core/src/rate-limit/client-network.ts';

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });

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
    expect(networkOf(ip)).toBe(network);
  });

  test('all addresses of one /64, in every notation, have one network', () => {
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (network, host, otherHost) => {
        const expected = `${network.map((one) => one.toString(16)).join(':')}::/64`;
        for (const text of [
          ...spellings([...network, ...host]),
          ...spellings([...network, ...otherHost]),
        ]) {
          expect([text, networkOf(text)]).toEqual([text, expected]);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('addresses of two networks have different networks', () => {
    fc.assert(
      fc.property(groups(8), groups(8), (one, other) => {
        const isSame = one.slice(0, 4).join() === other.slice(0, 4).join();
        const [text = '', otherText = ''] = [one, other].map((address) =>
          address.map((part) => part.toString(16)).join(':'),
        );
        expect(networkOf(text) === networkOf(otherText)).toBe(isSame);
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

describe('IPv4-mapped address', () => {
  test('maps to the IPv4 address it contains', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom('::ffff:', '::FFFF:', '::ffff:0:', '::ffff:0000:'),
        (ip, prefix) => {
          expect(mappedIpv4(prefix + ip)).toBe(ip);
          expect(mappedIpv4(ip)).toBeUndefined();
          expect(mappedIpv4(`1${prefix}${ip}`)).toBeUndefined();
          expect(mappedIpv4(`${prefix}${ip}.x`)).toBeUndefined();
        },
      ),
    );
  });
  test('no other IPv6 address contains one', () => {
    fc.assert(
      fc.property(groups(8), (address) => {
        expect(mappedIpv4(address.map((one) => one.toString(16)).join(':'))).toBeUndefined();
      }),
    );
  });
});

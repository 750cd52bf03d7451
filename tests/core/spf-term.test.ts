import { holds, isSpf, networkOf, parseIp, parseTerm, termsOf } from '@coachsite/core/mail-domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('an IP', () => {
  test('of version 4 is four bytes', () => {
    expect(parseIp('192.0.2.255')).toEqual({
      isV4: true,
      bits: '11000000000000000000001011111111',
    });
    for (const text of ['', '1.2.3', '1.2.3.4.5', '1.2.3.256', '1.2.3.x', '1.2.3.0001', 'a1.2.3.4'])
      expect(parseIp(text)).toBeUndefined();
  });

  test('of version 6 is eight groups, however they are shortened', () => {
    const full = parseIp('2001:0db8:0000:0000:0000:0000:0000:0001');
    expect(full?.isV4).toBe(false);
    expect(full?.bits).toHaveLength(128);
    expect(parseIp('2001:DB8::1')).toEqual(full);
    expect(parseIp('::')?.bits).toBe('0'.repeat(128));
    expect(parseIp('ffff::')?.bits).toBe('1'.repeat(16) + '0'.repeat(112));
    expect(parseIp('::1')?.bits).toBe(`${'0'.repeat(127)}1`);
    for (const text of [
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      '1::2::3',
      '1:2:3:4:5:6:7::8',
      '12345::',
      'g::',
      '::x1',
    ])
      expect(parseIp(text)).toBeUndefined();
    expect(parseIp('1:2:3:4:5:6::8')).toEqual(parseIp('1:2:3:4:5:6:0:8'));
  });

  test('is held by the network of its first bits, and by no other', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(
        fc.tuple(byte, byte, byte, byte),
        fc.integer({ min: 0, max: 32 }),
        (bytes, length) => {
          const ip = parseIp(bytes.join('.'));
          const network = ip && networkOf(ip, length);
          if (!ip || !network) throw new Error('no IP');
          expect(holds(network, ip)).toBe(true);
          if (length === 0) return;
          const flipped = ip.bits[length - 1] === '0' ? '1' : '0';
          const other = ip.bits.slice(0, length - 1) + flipped + ip.bits.slice(length);
          expect(holds(network, { isV4: true, bits: other })).toBe(false);
        },
      ),
    );
  });

  test('is held by no network of the other version, and has no more bits than it has', () => {
    const [v4, v6] = [parseIp('0.0.0.0'), parseIp('::')];
    if (!v4 || !v6) throw new Error('no IP');
    expect(holds({ ...v4, bits: '' }, v6)).toBe(false);
    expect(holds({ ...v6, bits: '' }, v6)).toBe(true);
    expect(networkOf(v4, 32)).toEqual(v4);
    expect(networkOf(v4, 33)).toBeUndefined();
  });
});

describe('a term of SPF', () => {
  const ip = (text: string, length?: number) => {
    const found = parseIp(text);
    return found && (length === undefined ? found : networkOf(found, length));
  };
  const pass = (term: object) => ({ qualifier: '+', term });

  test.each([
    ['all', pass({ kind: 'all' })],
    ['-ALL', { qualifier: '-', term: { kind: 'all' } }],
    ['~all', { qualifier: '~', term: { kind: 'all' } }],
    ['?all', { qualifier: '?', term: { kind: 'all' } }],
    ['+a', pass({ kind: 'a', domain: undefined, v4: 32, v6: 128 })],
    ['MX', pass({ kind: 'mx', domain: undefined, v4: 32, v6: 128 })],
    ['a:x.example/24//64', pass({ kind: 'a', domain: 'x.example', v4: 24, v6: 64 })],
    ['a/0', pass({ kind: 'a', domain: undefined, v4: 0, v6: 128 })],
    ['mx//0', pass({ kind: 'mx', domain: undefined, v4: 32, v6: 0 })],
    ['ip4:192.0.2.1', pass({ kind: 'network', network: ip('192.0.2.1') })],
    ['ip4:192.0.2.0/24', pass({ kind: 'network', network: ip('192.0.2.0', 24) })],
    ['ip6:2001:db8::/32', pass({ kind: 'network', network: ip('2001:db8::', 32) })],
    ['include:_spf.x.example', pass({ kind: 'include', domain: '_spf.x.example' })],
    ['exists:%{i}.x.example', pass({ kind: 'exists', domain: '%{i}.x.example' })],
    ['ptr', pass({ kind: 'ptr' })],
    ['ptr:x.example', pass({ kind: 'ptr' })],
    ['redirect=x.example', pass({ kind: 'redirect', domain: 'x.example' })],
    ['exp=why.x.example', 'other'],
    ['any-other.one_1=x', 'other'],
    ['my-redirect=x', 'other'],
  ])('%s is understood', (text, expected) => {
    expect(parseTerm(text)).toEqual(expected);
  });

  test.each([
    'al',
    'all:x',
    'include',
    'include:',
    'exists:',
    'redirect=',
    'redirect:x.example',
    'ip4:2001:db8::',
    'ip6:192.0.2.1',
    'ip4:192.0.2.0/33',
    'ip4:192.0.2.0/x',
    'ip4:192.0.2.0/1x',
    'ip4:192.0.2.0/x1',
    'ip4:192.0.2.0/24/24',
    'ip4:192.0.2',
    'ip4',
    'a/33',
    'a//129',
    'a/x',
    'aa',
    'a:x/24x',
    'xmx',
    '--all',
    '1exp=x',
    '',
    ':x',
  ])('%j is a mistake', (text) => {
    expect(parseTerm(text)).toBeUndefined();
  });

  test('a record begins with its version, and its terms follow', () => {
    expect(['v=spf1', 'v=SPF1 -all', 'v=spf1  a'].map(isSpf)).toEqual([true, true, true]);
    expect(['v=spf10 -all', 'spf1', ' v=spf1', 'v=spf2.0/pra'].some(isSpf)).toBe(false);
    expect(termsOf('v=spf1  a   -all ')).toEqual(['a', '-all']);
    expect(termsOf('v=spf1')).toEqual([]);
  });
});

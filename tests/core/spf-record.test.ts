import { readSpf } from '@coachsite/core/mail-domain';
import { memoryMailDns } from '@coachsite/core/testing/site';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Zone } from './support/mail-zones.ts';

describe('an SPF record', () => {
  const zone: Zone = {
    'coach.example': { addresses: ['192.0.2.1', '2001:db8::1'], mx: ['mx.example', ''] },
    'mx.example': { addresses: ['192.0.2.9'] },
    'good.example': { txt: ['no', 'v=spf1 ip4:192.0.2.0/24 -all'] },
    'soft.example': { txt: ['v=spf1 ~ip4:192.0.2.0/24 +ip4:198.51.100.7'] },
    'nested.example': { txt: ['v=spf1 include:good.example ?all'] },
    'two.example': { txt: ['v=spf1 a', 'v=spf1 mx'] },
    'loop.example': { txt: ['v=spf1 include:loop.example -all'] },
    'to-good.example': { txt: ['v=spf1 redirect=good.example'] },
    'silent.example': { isSilent: true },
  };
  const read = (record: string, ...addresses: readonly string[]) =>
    readSpf(
      memoryMailDns(zone),
      'coach.example',
      `v=spf1 ${record}`,
      addresses.length > 0 ? addresses : ['192.0.2.1'],
    );
  const fine = { wrongTerm: undefined, unanswered: undefined, allowsAll: false };

  test.each([
    ['', 0, false],
    ['+all', 0, true],
    ['-all', 0, false],
    ['ip4:192.0.2.1 -all', 0, true],
    ['ip4:192.0.2.2 -all', 0, false],
    ['-ip4:192.0.2.0/24 ip4:192.0.2.1 -all', 0, false],
    ['a -all', 1, true],
    ['a:mx.example -all', 1, false],
    ['a:mx.example/24 -all', 1, true],
    ['mx -all', 1, false],
    ['mx/24 -all', 1, true],
    ['mx:none.example -all', 1, false],
    ['include:good.example -all', 1, true],
    ['include:nested.example -all', 2, true],
    ['include:soft.example -all', 1, false],
    ['-include:good.example +all', 1, false],
    ['redirect=good.example', 1, true],
    ['redirect=good.example ip4:192.0.2.1', 0, true],
    ['-ip4:192.0.2.1 redirect=good.example', 0, false],
    ['redirect=to-good.example', 2, true],
    ['exp=a.example ip4:192.0.2.1', 0, true],
  ])('%j needs %d look-ups, and lets the sender pass: %s', async (record, lookups, passes) => {
    const found = await read(record);
    expect(found).toMatchObject({ ...fine, lookups, passes, allowsAll: /\+all/.test(record) });
  });

  test('one address that passes is enough, of either version', async () => {
    expect((await read('ip4:192.0.2.1 -all', '198.51.100.1', '192.0.2.1')).passes).toBe(true);
    expect((await read('a -all', '2001:db8::1')).passes).toBe(true);
    expect((await read('a//64 -all', '2001:db8::2')).passes).toBe(true);
    expect((await read('a/0 -all', '2001:db8::2')).passes).toBe(false);
  });

  test('what is no address is passed over, and no server is no name', async () => {
    const dns = memoryMailDns({
      ...zone,
      'odd.example': { addresses: ['what', '192.0.2.1'], mx: [''] },
      '': { isSilent: true },
    });
    const found = await readSpf(dns, 'odd.example', 'v=spf1 mx a -all', ['192.0.2.1']);
    expect(found).toMatchObject({ ...fine, passes: true });
  });

  test('what depends on more than the address is not decided', async () => {
    for (const record of [
      'ptr',
      'exists:x.example',
      'include:%{d}.x',
      'redirect=%{d}.x',
      'a:%{d}',
    ]) {
      expect(await read(record)).toMatchObject({ ...fine, lookups: 1, passes: undefined });
      expect((await read(`ip4:192.0.2.1 ${record}`)).passes).toBe(true);
    }
    const none = await readSpf(memoryMailDns(zone), 'coach.example', 'v=spf1 -all', ['what']);
    expect(none.passes).toBeUndefined();
  });

  test('a name without an answer leaves it open, and is named', async () => {
    for (const record of [
      'include:silent.example',
      'a:silent.example',
      'mx:silent.example',
      'redirect=silent.example',
    ])
      expect(await read(record)).toMatchObject({
        wrongTerm: undefined,
        unanswered: 'silent.example',
        passes: undefined,
      });
    const two = await read('a:silent.example include:other.example mx:silent.example');
    expect(two).toMatchObject({ unanswered: 'silent.example', wrongTerm: 'include:other.example' });
  });

  test('the first term that makes receivers reject it is named', async () => {
    expect((await read('ipv4:192.0.2.1 what -all')).wrongTerm).toBe('ipv4:192.0.2.1');
    expect((await read('include:none.example ipv4:1 -all')).wrongTerm).toBe('include:none.example');
    expect((await read('include:two.example -all')).wrongTerm).toBe('include:two.example');
    expect((await read('redirect=none.example')).wrongTerm).toBe('redirect=none.example');
  });

  test('everybody passes with all, with or without a plus', async () => {
    for (const record of ['all', '+ALL', 'a all'])
      expect((await read(record, '203.0.113.1')).allowsAll).toBe(true);
    for (const record of ['?all', '-all', '+allx', 'x+all'])
      expect((await read(record)).allowsAll).toBe(false);
  });

  test('an include of itself ends', async () => {
    expect((await read('include:loop.example')).lookups).toBe(31);
    const long = Array.from({ length: 40 }, () => 'a:mx.example').join(' ');
    expect(await read(long)).toMatchObject({ lookups: 40, passes: false });
  });

  test('ten mail servers are looked at', async () => {
    const hosts = Array.from({ length: 11 }, (_, index) => `mx${index}.example`);
    const addresses = Object.fromEntries(
      hosts.map((host, index) => [host, { addresses: [`198.51.100.${index}`] }]),
    );
    const dns = memoryMailDns({ 'many.example': { mx: hosts }, ...addresses });
    const passes = async (address: string) =>
      (await readSpf(dns, 'many.example', 'v=spf1 mx -all', [address])).passes;
    expect(await passes('198.51.100.9')).toBe(true);
    expect(await passes('198.51.100.10')).toBe(false);
  });

  test('no record makes it throw', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom(
              'a',
              'mx',
              'include:loop.example',
              'redirect=loop.example',
              '-all',
              'ptr',
            ),
          ),
        ),
        async (terms) => {
          const found = await read(terms.join(' '));
          expect(found.lookups).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

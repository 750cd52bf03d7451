import {
  domainsAbove,
  holds,
  isDmarc,
  isSpf,
  isWithin,
  lookUpDomain,
  networkOf,
  parseDmarc,
  parseIp,
  parseTerm,
  readSpf,
  type Sending,
  termsOf,
} from '@coachsite/core/mail-domain';
import { type MailRecords, memoryMailDns } from '@coachsite/core/testing/site';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

type Zone = Readonly<Record<string, MailRecords>>;

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

describe('a DMARC record', () => {
  test('is known by its version', () => {
    expect(['v=DMARC1', 'v=DMARC1;p=none', 'v = DMARC1 ; p=none'].map(isDmarc)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['v=DMARC12; p=none', 'v=dmarc1; p=none', 'x v=DMARC1', 'v=spf1'].some(isDmarc)).toBe(
      false,
    );
  });

  test('has a policy for the domain and its subdomains, and says how strict it is', () => {
    const lax = { dkim: false, spf: false };
    expect(parseDmarc('v=DMARC1; p=none')).toEqual({
      policy: 'none',
      ofSubdomains: 'none',
      isStrict: lax,
    });
    expect(parseDmarc('v=DMARC1;P = Reject ; sp=quarantine; adkim=S; aspf=r')).toEqual({
      policy: 'reject',
      ofSubdomains: 'quarantine',
      isStrict: { dkim: true, spf: false },
    });
    expect(parseDmarc('v=DMARC1; p=quarantine; sp=what; aspf=s')).toEqual({
      policy: 'quarantine',
      ofSubdomains: 'quarantine',
      isStrict: { dkim: false, spf: true },
    });
    expect(parseDmarc('v=DMARC1; rua=mailto:a@x.example?a=b')?.policy).toBe('none');
    expect(parseDmarc('v=DMARC1; p=what; rua=mailto:a@x.example')?.policy).toBe('none');
    for (const record of ['v=DMARC1', 'v=DMARC1; p=what', 'v=DMARC1; rua=', 'v=DMARC1; p=none=x'])
      expect(parseDmarc(record)).toBeUndefined();
  });

  test('stands at the domain, or above it', () => {
    expect(domainsAbove('a.b.coach.example')).toEqual([
      'a.b.coach.example',
      'b.coach.example',
      'coach.example',
    ]);
    expect(domainsAbove('localhost')).toEqual([]);
    expect(isWithin('coach.example', 'coach.example')).toBe(true);
    expect(isWithin('a.coach.example', 'coach.example')).toBe(true);
    expect(isWithin('acoach.example', 'coach.example')).toBe(false);
    expect(isWithin('coach.example', 'a.coach.example')).toBe(false);
  });
});

describe('what the DNS says of a domain', () => {
  const sending: Sending = {
    domain: 'coach.example',
    host: 'smtp.mail.example',
    accountDomain: 'coach.example',
  };
  const good: Zone = {
    'coach.example': { mx: ['mx.example'], txt: ['v=spf1 ip4:192.0.2.25 -all'] },
    'smtp.mail.example': { addresses: ['192.0.2.25'] },
    'k._domainkey.coach.example': { txt: ['v=DKIM1'] },
    '_dmarc.coach.example': { txt: ['v=DMARC1; p=reject'] },
  };
  const of = (zone: Zone, change: Partial<Sending> = {}) =>
    lookUpDomain(memoryMailDns(zone), { ...sending, ...change });
  const withSpf = (...txt: readonly string[]): Zone => ({
    ...good,
    'coach.example': { mx: ['mx.example'], txt },
  });
  const withDmarc = (...txt: readonly string[]): Zone => ({
    ...good,
    '_dmarc.coach.example': { txt },
  });
  const txt = (value: string, name = 'coach.example') => ({ name, type: 'TXT', value });
  const quarantine = (name = '_dmarc.coach.example') => txt('v=DMARC1; p=quarantine', name);

  test('nothing, when all of it is there', async () => {
    expect(await of(good)).toEqual([]);
    expect(await of(good, { accountDomain: undefined })).toEqual([]);
  });

  test('everything, when nothing is there', async () => {
    expect(await of({})).toEqual([
      {
        kind: 'no_mx',
        name: 'coach.example',
        record: { name: 'coach.example', type: 'MX', value: '10 <mail server of your provider>' },
        isCertain: true,
      },
      {
        kind: 'no_spf',
        name: 'coach.example',
        record: txt('v=spf1 a:smtp.mail.example ~all'),
        isCertain: true,
      },
      { kind: 'no_dkim', name: '_domainkey.coach.example', isCertain: false },
      { kind: 'no_dmarc', name: '_dmarc.coach.example', record: quarantine(), isCertain: true },
    ]);
  });

  test('that it takes no mail', async () => {
    const none = { ...good, 'coach.example': { ...good['coach.example'], mx: [''] } };
    expect(await of(none)).toMatchObject([
      { kind: 'null_mx', record: { type: 'MX' }, isCertain: true },
    ]);
    expect(
      await of({ ...good, 'coach.example': { ...good['coach.example'], mx: ['', 'mx.example'] } }),
    ).toEqual([]);
  });

  test('what is wrong with its SPF record, and the record to set', async () => {
    const name = 'coach.example';
    expect(await of(withSpf('v=spf1 a mx ~all', 'other', 'v=spf1 mx ip4:192.0.2.25 -all'))).toEqual(
      [
        {
          kind: 'many_spf',
          name,
          detail: 2,
          record: txt('v=spf1 a mx ip4:192.0.2.25 -all'),
          isCertain: true,
        },
      ],
    );
    expect(await of(withSpf('v=spf1 redirect=_spf.example', 'v=spf1 a'))).toMatchObject([
      { record: txt('v=spf1 a redirect=_spf.example') },
    ]);
    expect(await of(withSpf('v=spf1 ip4:198.51.100.1 ?all'))).toEqual([
      {
        kind: 'spf_host',
        name,
        detail: 'smtp.mail.example',
        record: txt('v=spf1 ip4:198.51.100.1 a:smtp.mail.example ?all'),
        isCertain: false,
      },
    ]);
    expect(await of(withSpf('v=spf1 a:all.example +all'))).toEqual([
      { kind: 'spf_all', name, record: txt('v=spf1 a:all.example ~all'), isCertain: true },
    ]);
    expect(await of(withSpf('v=spf1 ALL'))).toMatchObject([{ record: txt('v=spf1 ~all') }]);
    expect(
      await of(withSpf('v=spf1 include:overall x-redirect=y -all', 'v=spf1 allow all')),
    ).toMatchObject([{ record: txt('v=spf1 include:overall x-redirect=y allow all') }]);
    expect(await of(withSpf('v=spf1 ip4:192.0.2.25 what -all'))).toEqual([
      { kind: 'spf_wrong', name, detail: 'what', isCertain: true },
    ]);
    const many = (count: number) => Array.from({ length: count }, () => 'a:mx.example').join(' ');
    expect(await of(withSpf(`v=spf1 ip4:192.0.2.25 ${many(10)} -all`))).toEqual([]);
    expect(await of(withSpf(`v=spf1 ip4:192.0.2.25 ${many(11)} -all`))).toEqual([
      { kind: 'spf_lookups', name, detail: 11, isCertain: true },
    ]);
    const silent = {
      ...withSpf('v=spf1 ip4:192.0.2.25 a:gone.example -all'),
      'gone.example': { isSilent: true },
    };
    expect(await of(silent)).toEqual([
      { kind: 'no_answer', name: 'gone.example', isCertain: false },
    ]);
    // Nothing is known of the server's addresses.
    const { 'smtp.mail.example': _, ...unknown } = withSpf('v=spf1 ip4:198.51.100.1 -all');
    expect(await of(unknown)).toEqual([]);
    expect(await of({ ...unknown, 'smtp.mail.example': { isSilent: true } })).toEqual([]);
  });

  test('what is wrong with its DMARC record', async () => {
    const name = '_dmarc.coach.example';
    expect(await of(withDmarc('v=DMARC1; p=none'))).toEqual([
      { kind: 'dmarc_none', name, record: quarantine(), isCertain: false },
    ]);
    expect(await of(withDmarc('v=DMARC1; p=none; sp=reject'))).toMatchObject([
      { kind: 'dmarc_none' },
    ]);
    expect(await of(withDmarc('x', 'v=DMARC1; p=none', 'v=DMARC1; p=reject'))).toEqual([
      { kind: 'many_dmarc', name, detail: 2, record: quarantine(), isCertain: true },
    ]);
    expect(await of(withDmarc('v=DMARC1'))).toEqual([
      { kind: 'dmarc_wrong', name, detail: 1, record: quarantine(), isCertain: true },
    ]);
    expect(await of(withDmarc('v=spf1 -all'))).toEqual([
      { kind: 'other_dmarc', name, record: quarantine(), isCertain: true },
    ]);
    expect(await of({ ...good, [name]: { isSilent: true } })).toEqual([
      { kind: 'no_answer', name, isCertain: false },
    ]);
  });

  test('the policy of the domain above, for its subdomains', async () => {
    const below = (record: string, ...own: readonly string[]): Zone => ({
      ...withDmarc(record),
      'news.coach.example': good['coach.example'] ?? {},
      'k._domainkey.news.coach.example': { txt: ['v=DKIM1'] },
      ...(own.length > 0 ? { '_dmarc.news.coach.example': { txt: own } } : {}),
    });
    const news = { domain: 'news.coach.example', accountDomain: 'coach.example' };
    expect(await of(below('v=DMARC1; p=reject'), news)).toEqual([]);
    expect(await of(below('v=DMARC1; p=none; sp=reject'), news)).toEqual([]);
    expect(await of(below('v=DMARC1; p=reject; sp=none'), news)).toEqual([
      {
        kind: 'dmarc_none',
        name: '_dmarc.coach.example',
        record: quarantine('_dmarc.news.coach.example'),
        isCertain: false,
      },
    ]);
    // A text of another kind does not hide the record above it, and is named where there is none.
    expect(await of(below('v=DMARC1; p=reject', 'x'), news)).toEqual([]);
    expect(await of(below('y', 'x'), news)).toMatchObject([
      { kind: 'other_dmarc', name: '_dmarc.news.coach.example' },
    ]);
    expect(await of(below('v=DMARC1'), news)).toMatchObject([
      { kind: 'dmarc_wrong', record: quarantine() },
    ]);
  });

  test('that an account of another domain is not aligned', async () => {
    const misaligned = (accountDomain: string) => [
      { kind: 'misaligned', name: 'coach.example', detail: accountDomain, isCertain: false },
    ];
    const other = { accountDomain: 'gmail.example' };
    expect(await of(good, other)).toEqual(misaligned('gmail.example'));
    expect(await of(withDmarc('v=DMARC1; p=none'), other)).toMatchObject([
      { kind: 'dmarc_none' },
      { kind: 'misaligned' },
    ]);
    const below = { accountDomain: 'mail.coach.example' };
    expect(await of(good, below)).toEqual([]);
    expect(await of(withDmarc('v=DMARC1; p=reject; adkim=s'), below)).toEqual([]);
    expect(await of(withDmarc('v=DMARC1; p=reject; aspf=s'), below)).toEqual([]);
    const strict = withDmarc('v=DMARC1; p=reject; aspf=s; adkim=s');
    expect(await of(strict, below)).toEqual(misaligned('mail.coach.example'));
    expect(await of(strict)).toEqual([]);
  });

  test('a key is missing only where nothing is below its name', async () => {
    const { 'k._domainkey.coach.example': _, ...without } = good;
    expect(await of(without)).toMatchObject([{ kind: 'no_dkim' }]);
    const silent = { ...without, '_domainkey.coach.example': { isSilent: true } };
    expect(await of(silent)).toEqual([]);
  });

  test('where nothing answers, one note; where one name does not, that one once', async () => {
    const dns = memoryMailDns({});
    const silent = async () => undefined;
    const none = { txt: silent, mx: silent, addresses: silent, exists: silent };
    const noDns = [{ kind: 'no_dns', name: 'coach.example', isCertain: false }];
    expect(await lookUpDomain(none, sending)).toEqual(noDns);
    const noAnswer = { kind: 'no_answer', name: 'coach.example', isCertain: false };
    const own = { ...good, 'coach.example': { isSilent: true } };
    expect(await of(own)).toEqual([noAnswer]);
    const all = { ...own, '_dmarc.coach.example': { isSilent: true } };
    expect(await of(all)).toEqual(noDns);
    const noText = async (name: string) => (name === 'coach.example' ? undefined : dnsOf.txt(name));
    const dnsOf = memoryMailDns(good);
    expect(await lookUpDomain({ ...dnsOf, txt: noText }, sending)).toEqual([noAnswer]);
    expect(await lookUpDomain({ ...memoryMailDns(good), mx: silent }, sending)).toEqual([noAnswer]);
    const key = memoryMailDns({ 'k._domainkey.coach.example': { txt: ['v=DKIM1'] } });
    expect(await lookUpDomain({ ...key, mx: silent }, sending)).toMatchObject([
      noAnswer,
      { kind: 'no_spf' },
      { kind: 'no_dmarc' },
    ]);
    const half = { ...dns, mx: silent, txt: silent };
    expect(await lookUpDomain(half, sending)).toMatchObject([
      noAnswer,
      { kind: 'no_dkim' },
      { kind: 'no_answer', name: '_dmarc.coach.example' },
    ]);
  });
});

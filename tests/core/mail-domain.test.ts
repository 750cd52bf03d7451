import { lookUpDomain } from '@coachsite/core/mail-domain';
import { memoryMailDns } from '@coachsite/core/testing/site';
import { describe, expect, test } from 'vitest';
import { good, problemsOf, quarantine, sending, txt, withSpf } from './support/mail-zones.ts';

describe('what the DNS says of a domain', () => {
  test('nothing, when all of it is there', async () => {
    expect(await problemsOf(good)).toEqual([]);
    expect(await problemsOf(good, { accountDomain: undefined })).toEqual([]);
  });

  test('everything, when nothing is there', async () => {
    expect(await problemsOf({})).toEqual([
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

  test('which network to name where the mail server is an IP', async () => {
    for (const [host, term] of [
      ['192.0.2.7', 'ip4:192.0.2.7'],
      ['2001:db8::7', 'ip6:2001:db8::7'],
    ] as const) {
      expect(await problemsOf(withSpf('x'), { host })).toMatchObject([
        { kind: 'no_spf', record: txt(`v=spf1 ${term} ~all`) },
      ]);
      expect(await problemsOf(withSpf(`v=spf1 ${term} -all`), { host })).toEqual([]);
      expect(await problemsOf(withSpf('v=spf1 -all'), { host })).toMatchObject([
        { kind: 'spf_host', record: txt(`v=spf1 ${term} -all`) },
      ]);
    }
  });

  test('only the term that lets everybody send is another one then', async () => {
    for (const [record, better] of [
      ['v=spf1 ip4:192.0.2.25 +all ', 'v=spf1 ip4:192.0.2.25 ~all'],
      ['v=spf1 ip4:192.0.2.25 ALL x=small', 'v=spf1 ip4:192.0.2.25 ~all x=small'],
    ] as const)
      expect(await problemsOf(withSpf(record))).toMatchObject([
        { kind: 'spf_all', record: txt(better) },
      ]);
  });

  test('that it takes no mail', async () => {
    const none = { ...good, 'coach.example': { ...good['coach.example'], mx: [''] } };
    expect(await problemsOf(none)).toMatchObject([
      { kind: 'null_mx', record: { type: 'MX' }, isCertain: true },
    ]);
    expect(
      await problemsOf({
        ...good,
        'coach.example': { ...good['coach.example'], mx: ['', 'mx.example'] },
      }),
    ).toEqual([]);
  });

  test('what is wrong with its SPF record, and the record to set', async () => {
    const name = 'coach.example';
    expect(
      await problemsOf(withSpf('v=spf1 a mx ~all', 'other', 'v=spf1 mx ip4:192.0.2.25 -all')),
    ).toEqual([
      {
        kind: 'many_spf',
        name,
        detail: 2,
        record: txt('v=spf1 a mx ip4:192.0.2.25 -all'),
        isCertain: true,
      },
    ]);
    expect(await problemsOf(withSpf('v=spf1 redirect=_spf.example', 'v=spf1 a'))).toMatchObject([
      { record: txt('v=spf1 a redirect=_spf.example') },
    ]);
    expect(await problemsOf(withSpf('v=spf1 ip4:198.51.100.1 ?all'))).toEqual([
      {
        kind: 'spf_host',
        name,
        detail: 'smtp.mail.example',
        record: txt('v=spf1 ip4:198.51.100.1 a:smtp.mail.example ?all'),
        isCertain: false,
      },
    ]);
    expect(await problemsOf(withSpf('v=spf1 a:all.example +all'))).toEqual([
      {
        kind: 'spf_all',
        name,
        record: txt('v=spf1 a:all.example a:smtp.mail.example ~all'),
        isCertain: true,
      },
    ]);
    expect(await problemsOf(withSpf('v=spf1 ALL'))).toMatchObject([
      { record: txt('v=spf1 a:smtp.mail.example ~all') },
    ]);
    expect(await problemsOf(withSpf('v=spf1 ip4:192.0.2.0/24 all'))).toMatchObject([
      { record: txt('v=spf1 ip4:192.0.2.0/24 ~all') },
    ]);
    expect(
      await problemsOf(withSpf('v=spf1 include:overall x-redirect=y -all', 'v=spf1 allow all')),
    ).toMatchObject([{ record: txt('v=spf1 include:overall x-redirect=y allow all') }]);
    expect(await problemsOf(withSpf('v=spf1 ip4:192.0.2.25 what -all'))).toEqual([
      {
        kind: 'spf_wrong',
        name,
        detail: 'what',
        record: txt('v=spf1 ip4:192.0.2.25 -all'),
        isCertain: true,
      },
    ]);
    const included = {
      ...withSpf('v=spf1 ip4:192.0.2.25 include:mail.example -all'),
      'mail.example': { txt: ['v=spf1 what -all'] },
    };
    expect(await problemsOf(included)).toEqual([
      { kind: 'spf_wrong', name, detail: 'what', isCertain: true },
    ]);
    const many = (count: number) => Array.from({ length: count }, () => 'a:mx.example').join(' ');
    expect(await problemsOf(withSpf(`v=spf1 ip4:192.0.2.25 ${many(10)} -all`))).toEqual([]);
    expect(await problemsOf(withSpf(`v=spf1 ip4:192.0.2.25 ${many(11)} -all`))).toEqual([
      { kind: 'spf_lookups', name, detail: 11, isCertain: true },
    ]);
    const silent = {
      ...withSpf('v=spf1 ip4:192.0.2.25 a:gone.example -all'),
      'gone.example': { isSilent: true },
    };
    expect(await problemsOf(silent)).toEqual([
      { kind: 'no_answer', name: 'gone.example', isCertain: false },
    ]);
    // Nothing is known of the server's addresses.
    const { 'smtp.mail.example': _, ...unknown } = withSpf('v=spf1 ip4:198.51.100.1 -all');
    expect(await problemsOf(unknown)).toEqual([]);
    expect(await problemsOf({ ...unknown, 'smtp.mail.example': { isSilent: true } })).toEqual([]);
  });

  test('a key is missing only where nothing is below its name', async () => {
    const { 'k._domainkey.coach.example': _, ...without } = good;
    expect(await problemsOf(without)).toMatchObject([{ kind: 'no_dkim' }]);
    const silent = { ...without, '_domainkey.coach.example': { isSilent: true } };
    expect(await problemsOf(silent)).toEqual([]);
  });

  test('where nothing answers, one note; where one name does not, that one once', async () => {
    const dns = memoryMailDns({});
    const silent = async () => undefined;
    const none = { txt: silent, mx: silent, addresses: silent, exists: silent };
    const noDns = [{ kind: 'no_dns', name: 'coach.example', isCertain: false }];
    expect(await lookUpDomain(none, sending)).toEqual(noDns);
    const noAnswer = { kind: 'no_answer', name: 'coach.example', isCertain: false };
    const own = { ...good, 'coach.example': { isSilent: true } };
    expect(await problemsOf(own)).toEqual([noAnswer]);
    const all = { ...own, '_dmarc.coach.example': { isSilent: true } };
    expect(await problemsOf(all)).toEqual(noDns);
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

import type { MailDns } from '../../mail-domain/index.ts';
import type { TestRunner } from '../runner.ts';
import type { MailRecords } from './memory-mail-dns.ts';

/** What a `MailDns` does; `open` returns one that knows these names. */
export function mailDnsContract(
  { test, expect }: TestRunner,
  open: (zone: Readonly<Record<string, MailRecords>>) => Promise<MailDns>,
): void {
  const zone = {
    'coach.example': {
      txt: ['hello', `v=spf1 ${'include:mail.example '.repeat(20)}-all`],
      mx: ['mx1.mail.example', 'mx2.mail.example'],
      addresses: ['192.0.2.1', '192.0.2.2'],
    },
    'none.example': { mx: [''] },
    'key._domainkey.coach.example': { txt: ['v=DKIM1'] },
    'silent.example': { isSilent: true },
  };

  test('a name has its records, texts as one, however long', async () => {
    const dns = await open(zone);
    const texts = await dns.txt('coach.example');
    expect(texts?.toSorted()).toEqual(zone['coach.example'].txt);
    expect(await dns.mx('coach.example')).toEqual(zone['coach.example'].mx);
    const addresses = await dns.addresses('coach.example');
    expect(addresses?.toSorted()).toEqual(zone['coach.example'].addresses);
    expect(await dns.mx('none.example')).toEqual(['']);
  });

  test('no record is an empty list, no answer undefined', async () => {
    const dns = await open(zone);
    for (const ask of [dns.txt, dns.mx, dns.addresses]) {
      expect(await ask('key._domainkey.none.example')).toEqual([]);
      expect(await ask('_domainkey.coach.example')).toEqual([]);
      expect(await ask('silent.example')).toBeUndefined();
    }
  });

  test('a name exists when there is something at it or below it', async () => {
    const dns = await open(zone);
    const names = [
      'coach.example',
      '_domainkey.coach.example',
      'none.example',
      '_domainkey.none.example',
      'silent.example',
    ];
    const found = await Promise.all(names.map((name) => dns.exists(name)));
    expect(found).toEqual([true, true, true, false, undefined]);
  });
}

import { nodeMailDns } from '@coachsite/adapters/dns';
import { expect, onTestFinished, test } from 'vitest';
import { mailDomainGaps, mailDomainLines } from '#server/src/mails/mail-domain.ts';
import { startDnsServer, type Zone } from '../support/dns-server.ts';

const config = {
  smtpUrl: 'smtps://hallo%40coach.be:secret@smtp.mail.example:465',
  mailFrom: 'Coach <hallo@coach.be>',
};
const good: Zone = {
  'coach.be': {
    MX: ['10 mx.mail.example'],
    TXT: ['hello', 'v=spf1 include:_spf.mail.example -all'],
  },
  '_dmarc.coach.be': { TXT: ['v=DMARC1; p=quarantine; rua=mailto:dmarc@coach.be'] },
  's1._domainkey.coach.be': { TXT: ['v=DKIM1; p=abc'] },
  '_spf.mail.example': { TXT: ['v=spf1 ip4:192.0.2.0/24 ~all'] },
  'smtp.mail.example': { A: ['192.0.2.25'] },
};
const spf = (...records: readonly string[]): Zone => ({
  ...good,
  'coach.be': { ...good['coach.be'], TXT: records },
});
const dmarc = (...records: readonly string[]): Zone => ({
  ...good,
  '_dmarc.coach.be': { TXT: records },
});
const without = (name: string): Zone =>
  Object.fromEntries(Object.entries(good).filter(([one]) => one !== name));

async function dnsOf(zone: Zone) {
  const server = await startDnsServer(zone);
  onTestFinished(server.close);
  return nodeMailDns([server.address], { timeout: 150, tries: 1 });
}

const many = Array.from({ length: 11 }, (_, index) => `include:s${index}.mail.example`).join(' ');
const zones: readonly (readonly [string, Zone, readonly RegExp[], Partial<typeof config>?])[] = [
  ['a domain with all of it', good, []],
  [
    'no MX, no SPF, no DKIM, no DMARC',
    { 'smtp.mail.example': { A: ['192.0.2.25'] } },
    [
      /^coach\.be has no MX, .+\. Set: coach\.be\. MX 10 /,
      /^coach\.be has no SPF record, .+\. Set: coach\.be\. TXT "v=spf1 a:smtp\.mail\.example ~all"$/,
      /^there is no key below _domainkey\.coach\.be/,
      /^_dmarc\.coach\.be has no DMARC record, .+\. Set: _dmarc\.coach\.be\. TXT "v=DMARC1; p=quarantine"$/,
    ],
  ],
  [
    'a domain that takes no mail',
    { ...good, 'coach.be': { ...good['coach.be'], MX: ['0 .'] } },
    [/^coach\.be says that it takes no mail/],
  ],
  [
    'two SPF records',
    spf('v=spf1 include:_spf.mail.example -all', 'v=spf1 ip4:198.51.100.1 ~all'),
    [
      /^coach\.be has 2 SPF records, .+ TXT "v=spf1 include:_spf\.mail\.example ip4:198\.51\.100\.1 ~all"$/,
    ],
  ],
  [
    'more than ten look-ups',
    {
      ...spf(`v=spf1 include:_spf.mail.example ${many} -all`),
      '*.mail.example': { TXT: ['v=spf1 ip4:203.0.113.1 -all'] },
    },
    [/^the SPF record of coach\.be needs 12 look-ups, and beyond 10 /],
  ],
  [
    'an include that is gone',
    spf('v=spf1 include:gone.example include:_spf.mail.example -all'),
    [
      /^the SPF record of coach\.be is rejected as a whole for include:gone\.example: .+ "v=spf1 include:_spf\.mail\.example -all"$/,
    ],
  ],
  [
    'a mail server that SPF does not name',
    spf('v=spf1 ip4:198.51.100.0/24 -all'),
    [
      /^the SPF record of coach\.be does not name smtp\.mail\.example: .+ "v=spf1 ip4:198\.51\.100\.0\/24 a:smtp\.mail\.example -all"$/,
    ],
  ],
  [
    'an SPF record for everybody',
    spf('v=spf1 +all'),
    [/^the SPF record of coach\.be lets everybody send, .+ "v=spf1 a:smtp\.mail\.example ~all"$/],
  ],
  [
    'DMARC that asks for nothing',
    dmarc('v=DMARC1; p=none'),
    [
      /^the DMARC record of _dmarc\.coach\.be asks for nothing \(p=none\), .+ "v=DMARC1; p=quarantine"$/,
    ],
  ],
  [
    'two DMARC records, and one without a policy',
    dmarc('v=DMARC1; p=reject', 'v=DMARC1; p=none'),
    [/^_dmarc\.coach\.be has 2 DMARC records/],
  ],
  [
    'an account of another domain',
    good,
    [/^SMTP_URL signs in as an account of gmail\.example: .+ let the provider sign for coach\.be/],
    { smtpUrl: 'smtps://coach%40gmail.example:secret@smtp.mail.example' },
  ],
  [
    'a wildcard that answers for DMARC',
    { ...without('_dmarc.coach.be'), '*.coach.be': { TXT: ['v=spf1 -all'] } },
    [/^_dmarc\.coach\.be has a text that is no DMARC record, perhaps of a wildcard/],
  ],
  [
    'a name that gives no answer',
    { ...good, '_dmarc.coach.be': { silent: true } },
    [/^gives no answer about _dmarc\.coach\.be: do this again later$/],
  ],
  [
    'a subdomain, under the policy of the domain above it',
    {
      ...good,
      'news.coach.be': good['coach.be'] ?? {},
      's1._domainkey.news.coach.be': { TXT: ['v=DKIM1; p=abc'] },
    },
    [],
    { mailFrom: 'hallo@news.coach.be' },
  ],
];

for (const [name, zone, sentences, change = {}] of zones)
  test(name, async () => {
    const gaps = await mailDomainGaps({ ...config, ...change }, await dnsOf(zone));
    expect(gaps.map(({ what }) => what)).toEqual(
      sentences.map((sentence) => expect.stringMatching(sentence)),
    );
    expect(gaps.every(({ where }) => where === 'DNS')).toBe(true);
  });

test('where nothing answers there is a note, and no failure', async () => {
  const silent = await dnsOf({
    'coach.be': { silent: true },
    '*.be': { silent: true },
    '*.example': { silent: true },
  });
  const closed = nodeMailDns(['127.0.0.1:1'], { timeout: 150, tries: 1 });
  for (const dns of [silent, closed])
    expect(await mailDomainGaps(config, dns)).toEqual([
      { where: 'DNS', what: expect.stringMatching(/^does not respond/), isNeeded: false },
    ]);
});

test('a server that answers nothing holds nobody up for long', async () => {
  const { address, close } = await startDnsServer({ 'coach.be': { silent: true } });
  onTestFinished(close);
  const patient = nodeMailDns([address], { timeout: 5000, tries: 1 });
  const [gap, ...others] = await mailDomainGaps(config, patient, 100);
  expect([gap?.what, others]).toEqual([expect.stringMatching(/^does not respond/), []]);
});

test('a per cent sign in the name of the account stands for itself', async () => {
  const smtpUrl = 'smtps://50%:secret@smtp.mail.example:465';
  expect(await mailDomainGaps({ ...config, smtpUrl }, await dnsOf(good))).toEqual([]);
});

test('what may be right keeps no site from going live', async () => {
  const needed = async (zone: Zone) =>
    (await mailDomainGaps(config, await dnsOf(zone))).map(({ isNeeded }) => isNeeded);
  expect(await needed(spf('v=spf1 -all'))).toEqual([false]);
  expect(await needed(dmarc('v=DMARC1; p=none'))).toEqual([false]);
  expect(await needed(dmarc())).toEqual([true]);
});

test('below a test mail stands what only the mail that arrives can say', async () => {
  expect(await mailDomainLines(config, await dnsOf(good))).toEqual([
    expect.stringMatching(
      /^DKIM: the mail server signs, the site does not\. .+header\.d=coach\.be/,
    ),
  ]);
});

test.each([
  { ...config, smtpUrl: undefined },
  { ...config, smtpUrl: 'smtp://127.0.0.1:25' },
  { ...config, mailFrom: 'root@localhost' },
])('without a mail server elsewhere or a domain nothing is asked', async (own) => {
  const asked = async () => {
    throw new Error('asked');
  };
  const dns = { txt: asked, mx: asked, addresses: asked, exists: asked };
  expect(await mailDomainGaps(own, dns)).toEqual([]);
  expect(await mailDomainLines(own, dns)).toEqual([]);
});

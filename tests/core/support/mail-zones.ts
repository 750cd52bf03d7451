import { lookUpDomain, type Sending } from '@coachsite/core/mail-domain';
import { type MailRecords, memoryMailDns } from '@coachsite/core/testing/site';

export type Zone = Readonly<Record<string, MailRecords>>;

export const sending: Sending = {
  domain: 'coach.example',
  host: 'smtp.mail.example',
  accountDomain: 'coach.example',
};
export const good: Zone = {
  'coach.example': { mx: ['mx.example'], txt: ['v=spf1 ip4:192.0.2.25 -all'] },
  'smtp.mail.example': { addresses: ['192.0.2.25'] },
  'k._domainkey.coach.example': { txt: ['v=DKIM1'] },
  '_dmarc.coach.example': { txt: ['v=DMARC1; p=reject'] },
};
export const problemsOf = (zone: Zone, change: Partial<Sending> = {}) =>
  lookUpDomain(memoryMailDns(zone), { ...sending, ...change });
export const withSpf = (...txt: readonly string[]): Zone => ({
  ...good,
  'coach.example': { mx: ['mx.example'], txt },
});
export const withDmarc = (...txt: readonly string[]): Zone => ({
  ...good,
  '_dmarc.coach.example': { txt },
});
export const txt = (value: string, name = 'coach.example') => ({ name, type: 'TXT', value });
export const quarantine = (name = '_dmarc.coach.example') => txt('v=DMARC1; p=quarantine', name);

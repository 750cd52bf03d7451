export { type DmarcRecord, domainsAbove, isDmarc, isWithin, parseDmarc } from './dmarc.ts';
export { holds, type Network, networkOf, parseIp } from './ip.ts';
export {
  type DnsRecord,
  lookUpDomain,
  type MailDomainProblem,
  type MailDomainProblemKind,
  type Sending,
} from './look-up-domain.ts';
export type { MailDns } from './ports.ts';
export { mostLookups, readSpf, type SpfFindings } from './spf.ts';
export { isSpf, parseTerm, type QualifiedTerm, type SpfTerm, termsOf } from './spf-record.ts';

import type { MailDns } from '../../mail-domain/index.ts';

/** The records of a name. */
export interface MailRecords {
  readonly txt?: readonly string[];
  readonly mx?: readonly string[];
  readonly addresses?: readonly string[];
  /** There is no answer about the name. */
  readonly isSilent?: boolean;
}

/** A `MailDns` in memory, of these names. */
export function memoryMailDns(zone: Readonly<Record<string, MailRecords>>): MailDns {
  const list =
    (of: 'txt' | 'mx' | 'addresses') =>
    async (name: string): Promise<readonly string[] | undefined> => {
      const records = zone[name];
      return records?.isSilent ? undefined : (records?.[of] ?? []);
    };
  return {
    txt: list('txt'),
    mx: list('mx'),
    addresses: list('addresses'),
    exists: async (name) =>
      zone[name]?.isSilent
        ? undefined
        : Object.keys(zone).some((one) => one === name || one.endsWith(`.${name}`)),
  };
}

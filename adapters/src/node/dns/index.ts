import { Resolver } from 'node:dns/promises';
import type { MailDns } from '@coachsite/core/mail-domain';

/** Codes of an answer that there is no such name, or no such record of it. */
const none = ['ENOTFOUND', 'ENODATA'];

const codeOf = (error: unknown) => String((error as { readonly code?: unknown }).code);

/** How long an answer may take, in milliseconds, and how often it is asked for. */
const patience = { timeout: 3000, tries: 2 };

/** The DNS as this machine asks it, or as `servers` say it: `ip:port`. */
export function nodeMailDns(servers?: readonly string[], { timeout, tries } = patience): MailDns {
  const resolver = new Resolver({ timeout, tries });
  if (servers) resolver.setServers([...servers]);
  /** No record is an empty list, no answer undefined. */
  const list = <T>(asked: Promise<readonly T[]>): Promise<readonly T[] | undefined> =>
    asked.catch((error: unknown) => (none.includes(codeOf(error)) ? [] : undefined));
  const txt = (name: string) =>
    list(resolver.resolveTxt(name).then((texts) => texts.map((parts) => parts.join(''))));
  return {
    txt,
    mx: async (name) => {
      const found = await list(resolver.resolveMx(name));
      return found?.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    },
    addresses: async (name) => {
      const [v4, v6] = await Promise.all([
        list(resolver.resolve4(name)),
        list(resolver.resolve6(name)),
      ]);
      return v4 && v6 ? [...v4, ...v6] : (v4 ?? v6);
    },
    exists: async (name) => {
      try {
        await resolver.resolveTxt(name);
        return true;
      } catch (error) {
        const code = codeOf(error);
        return none.includes(code) ? code === 'ENODATA' : undefined;
      }
    },
  };
}

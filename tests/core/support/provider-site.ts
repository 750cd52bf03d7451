import type { UserStore } from '@coachsite/core/account';
import { authorize, exchangeCode, finishCallback } from '@coachsite/core/federation';
import { toBase64Url } from '@coachsite/core/kernel';
import { memoryDigest } from '@coachsite/core/testing';
import { context, link, type memberSite, settings } from './member-site.ts';

export type Site = ReturnType<typeof memberSite>;
export type Settings = Parameters<typeof finishCallback>[1];

export const email = 'ann@example.com';
export const other = 'bo@example.com';
export const person = { sub: 'person-1', email, email_verified: true };
export const unproved = { sub: 'person-2', email, email_verified: false };
export const verifier = 'verifier-'.repeat(6);
export const challenge = {
  challenge: toBase64Url(memoryDigest.sha256(verifier)),
  method: 's256',
} as const;
const request = {
  provider: 'partner',
  redirectTo: link.redirectTo,
  challenge: undefined,
  scopes: '',
  query: {},
  browserSecret: 'secret-of-the-browser',
  linkTo: undefined,
};
export type Asked = Partial<Parameters<typeof authorize>[2]>;

/** Leaves for the provider, signs in there, and returns what the browser comes back with. */
export async function away(
  site: Site,
  claims: Parameters<Site['provider']['signIn']>[1],
  asked: Asked = {},
) {
  const all = { ...request, ...asked };
  const url = (await authorize(site.ports, settings, all))._unsafeUnwrap();
  const back = site.provider.signIn(url, claims);
  return {
    url: back,
    state: new URL(back).searchParams.get('state') ?? '',
    error: undefined,
    errorDescription: undefined,
    browserSecret: all.browserSecret,
    language: 'nl',
    context,
  } as const;
}
export const back = (
  site: Site,
  query: Awaited<ReturnType<typeof away>>,
  some: Settings = settings,
) => finishCallback(site.ports, some, query);
export const signIn = async (
  site: Site,
  claims: Parameters<typeof away>[1] = person,
  asked: Asked = {},
) => back(site, await away(site, claims, asked));
export const errorOf = (done: Awaited<ReturnType<typeof back>>) =>
  done.isErr() ? done.error.error : 'done';
export const exchange = async (site: Site, done: Awaited<ReturnType<typeof back>>) => {
  const result = done._unsafeUnwrap();
  const code = result.kind === 'code' ? result.code : '';
  return exchangeCode(site.ports, settings, { code, verifier, language: 'nl', context });
};

/** The site with a store whose accounts are taken before each change, and how often that was tried. */
export function unlucky(site: Site) {
  const tries = { count: 0 };
  const change: UserStore['change'] = (id) => {
    tries.count += 1;
    return site.ports.users.change(`no-${id}`, (user) => user);
  };
  const ports = { ...site.ports, users: { ...site.ports.users, change } };
  return { site: { ...site, ports }, tries };
}

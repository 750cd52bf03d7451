import {
  challengeFactor,
  enrollFactor,
  type Factor,
  makeRecoveryCodes,
  verifyFactor,
} from '@coachsite/core/mfa';
import { totpCode } from '@coachsite/core/testing';
import { memberSite, settings } from './member-site.ts';

export type Site = ReturnType<typeof memberSite>;
export type Current = Awaited<ReturnType<Site['member']>>;

export const email = 'ann@example.com';
export const phone = '32470123456';
export const elsewhere = { ip: '192.0.2.77', userAgent: 'a phone' };

export const enrolApp = (site: Site, current: Current, friendlyName: string | undefined = 'app') =>
  enrollFactor(site.ports, {
    ...current,
    type: 'totp',
    issuer: 'Momentum',
    friendlyName,
    context: elsewhere,
  });
export const enrolPhone = (site: Site, current: Current, friendlyName = 'phone') =>
  enrollFactor(site.ports, { ...current, type: 'phone', phone, friendlyName, context: elsewhere });
export const challenge = (site: Site, current: Current, factorId: string) =>
  challengeFactor(site.ports, settings, { ...current, factorId, language: 'en' });
export const enter = (
  site: Site,
  current: Current,
  factorId: string,
  challengeId: string,
  code: string,
) =>
  verifyFactor(site.ports, settings, {
    ...current,
    factorId,
    challengeId,
    code,
    language: 'en',
    context: elsewhere,
  });
export const makeCodes = (site: Site, current: Current) =>
  makeRecoveryCodes(site.ports, { ...current, language: 'en', context: elsewhere });
export const codeNow = (site: Site, secret: string) =>
  totpCode(secret, Math.floor(site.clock.now() / 30_000));
export const lastEvent = async ({ ports }: Site) => (await ports.securityLog.list({ limit: 1 }))[0];

/** Asks for a challenge and answers it with the right code of an app. */
export async function use(site: Site, current: Current, factor: Factor, secret: string) {
  const made = (await challenge(site, current, factor.id))._unsafeUnwrap().challenge;
  return enter(site, current, factor.id, made.id, codeNow(site, secret));
}

/** A member with a verified app, in a session that used it. */
export async function secured() {
  const site = memberSite();
  const first = await site.member(email);
  const { factor, totp } = (await enrolApp(site, first))._unsafeUnwrap();
  const secret = totp?.secret ?? '';
  const granted = (await use(site, first, factor, secret))._unsafeUnwrap();
  const raised = await site.current(granted);
  return { site, first, factor, secret, granted, raised };
}

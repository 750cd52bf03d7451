import { createHash } from 'node:crypto';
import {
  type RuntimeConfig,
  readPhone,
  type SiteConfig,
  visitorSite,
} from '@coachsite/adapters/contract';
import type { Config } from '../config/config.ts';
import { pageFacts } from '../config/live-facts.ts';

/**
 * What pages show of the configuration of this server and of the facts, without the e-book, which can change at any
 * time.
 */
export function runtimeConfig(config: Config, site: SiteConfig): RuntimeConfig {
  const { email, signUp, oauthProviders, ssoProviders, captcha, ...lifetimes } = config.auth;
  return {
    origin: config.publicUrl,
    site: visitorSite(withDial(site)),
    bookingUrl: config.fixedBookingUrl ?? site.bookingUrl,
    analyticsId: config.analyticsId,
    signIn: {
      email,
      signUp: email && signUp,
      providers: oauthProviders.map(({ name }) => name),
      sso: ssoProviders.length > 0,
      linkMinutes: Math.floor(lifetimes.linkTtlSeconds / 60),
      codeMinutes: Math.floor(lifetimes.codeTtlSeconds / 60),
      mailIntervalSeconds: lifetimes.emailMinIntervalSeconds,
      smsIntervalSeconds: lifetimes.smsMinIntervalSeconds,
    },
    ...(captcha && { captcha: { provider: captcha.provider, siteKey: captcha.siteKey } }),
  };
}

/** The facts with the number that their phone links dial; without one if what was saved is nobody's number. */
function withDial(site: SiteConfig): SiteConfig {
  const digits = readPhone(site.phone);
  return digits === undefined ? site : { ...site, dial: `+${digits}` };
}

/** Facts as pages show them. */
export interface PageVersion {
  readonly runtime: RuntimeConfig;
  /** Digest of what the app lays over its own configuration; undefined if it is the same. */
  readonly digest: string | undefined;
}

/** Visitors may have a page open whose facts were replaced since. */
const keptTexts = 8;

/** The facts of the pages, and of those that visitors opened before the last changes. */
export function pageVersions(config: Config) {
  const texts = new Map<string, string>();
  let newest = '{}';
  return {
    of: (site: SiteConfig): PageVersion => {
      const runtime = runtimeConfig(config, site);
      const facts = pageFacts(withDial(site), config.liveFacts.built);
      newest = JSON.stringify(facts ?? {});
      if (!facts) return { runtime, digest: undefined };
      const digest = createHash('sha256').update(newest).digest('base64url').slice(0, 16);
      texts.delete(digest);
      texts.set(digest, newest);
      const [oldest] = texts.keys();
      if (texts.size > keptTexts && oldest !== undefined) texts.delete(oldest);
      return { runtime, digest };
    },
    factsOf: (digest: string) => {
      const text = texts.get(digest);
      return { text: text ?? newest, isLasting: text !== undefined };
    },
  };
}

import { defaultLockout } from '@coachsite/core/defaults';
import type { FinishFlowSettings } from '@coachsite/core/federation';
import type { ChallengeSettings } from '@coachsite/core/mfa';
import type { PasskeySettings } from '@coachsite/core/passkey';
import type { UpdateUserSettings } from '@coachsite/core/profile';
import type { Config } from './config.ts';

const ms = (seconds: number) => seconds * 1000;
const optionalMs = (seconds: number | undefined) =>
  seconds === undefined ? undefined : ms(seconds);

/** The sign-in settings from the environment. */
export function authSettings(config: Config): UpdateUserSettings & ChallengeSettings {
  const { auth } = config;
  return {
    issuer: `${config.publicUrl}/auth/v1`,
    accessTokenTtlSeconds: auth.accessTokenTtlSeconds,
    refreshReuseIntervalMs: ms(auth.refreshReuseIntervalSeconds),
    linkTtlMs: ms(auth.linkTtlSeconds),
    codeTtlMs: ms(auth.codeTtlSeconds),
    autoconfirm: auth.autoconfirm,
    siteName: config.site.name,
    lockout: { ...defaultLockout, lockoutMs: ms(auth.lockoutSeconds) },
    emailIntervalMs: ms(auth.emailMinIntervalSeconds),
    mailsPerDay: auth.mailsPerDay,
    smsIntervalMs: ms(auth.smsMinIntervalSeconds),
    challengeTtlMs: ms(auth.mfaChallengeTtlSeconds),
    inactivityMs: optionalMs(auth.sessionInactivitySeconds),
    lifetimeMs: optionalMs(auth.sessionLifetimeSeconds),
    reauthAfterMs: ms(auth.reauthAfterSeconds),
    allowsSignUp: auth.signUp,
  };
}

/** The site as the owner of its passkeys: they work on its host, and pages of its origin ask for them. */
export function passkeySettings({ publicUrl, site }: Config): PasskeySettings {
  const { hostname, origin } = new URL(publicUrl);
  return { relyingParty: { id: hostname, origin }, siteName: site.name };
}

/** The settings of sign-in through providers. */
export function federationSettings(config: Config): FinishFlowSettings {
  return {
    ...authSettings(config),
    authCodeTtlMs: ms(config.auth.flowStateTtlSeconds),
    siteOrigin: config.publicUrl,
  };
}

import type { User } from '@coachsite/core/account';
import { minuteMs } from '@coachsite/core/kernel';
import type { SecurityEventKind } from '@coachsite/core/security-log';
import { type GrantedSession, identifyUser } from '@coachsite/core/session';
import type { PhoneSignInSettings } from '@coachsite/core/sign-in';
import { signInWithPassword, signUp, verify } from '@coachsite/core/sign-in';
import {
  emailOf,
  memoryAdminStore,
  memoryAttemptStore,
  memoryAuthMessenger,
  memoryClock,
  memoryDeviceStore,
  memoryDigest,
  memoryFactorStore,
  memoryFlowStore,
  memoryIds,
  memoryInterestStore,
  memoryLockoutStore,
  memoryMailQueue,
  memoryMessageStore,
  memoryOidcClient,
  memoryOutbox,
  memoryPasskeyStore,
  memoryPasskeyVerifier,
  memoryPasswordHasher,
  memoryPhoneMessenger,
  memoryPhoneReader,
  memoryPseudonyms,
  memoryRandom,
  memoryReportStore,
  memoryRoleStore,
  memorySamlServiceProvider,
  memorySecretBox,
  memorySecurityLog,
  memorySessionStore,
  memorySetupTokenStore,
  memorySmsQueue,
  memoryTokenSigner,
  memoryTokenStore,
  memoryTotp,
  memoryUserStore,
} from '@coachsite/core/testing';

export const context = { ip: '192.0.2.1', userAgent: 'a browser' };
export const password = 'Kraanvogel-7!zee';

/** A link request without a challenge, as the site's own pages send it. */
export const link = {
  redirectTo: 'https://site.example/account',
  transport: 'cookie',
  challenge: undefined,
  language: 'nl',
} as const;

export const settings = {
  issuer: 'https://site.example/auth/v1',
  siteOrigin: 'https://site.example',
  siteName: 'Momentum',
  accessTokenTtlSeconds: 3600,
  refreshReuseIntervalMs: 10_000,
  linkTtlMs: 60 * minuteMs,
  codeTtlMs: 10 * minuteMs,
  authCodeTtlMs: 5 * minuteMs,
  challengeTtlMs: 5 * minuteMs,
  allowsSignUp: true,
  autoconfirm: false,
  lockout: { maxFailures: 5, lockoutMs: 15 * minuteMs },
  emailIntervalMs: minuteMs,
  smsIntervalMs: minuteMs,
  reauthAfterMs: 24 * 60 * minuteMs,
} as const satisfies PhoneSignInSettings & Readonly<Record<string, unknown>>;

/** Every port of accounts in memory, and what a member does with them. */
export function memberSite() {
  const state = { hasherFull: false, smsUp: true };
  const clock = memoryClock();
  const users = memoryUserStore();
  const roles = memoryRoleStore();
  const mailQueue = memoryMailQueue();
  const provider = memoryOidcClient();
  const idp = memorySamlServiceProvider();
  const authenticators = memoryPasskeyVerifier();
  const lost: string[] = [];
  const ports = {
    clock,
    users,
    roles,
    mailQueue,
    oidc: provider.client,
    saml: idp.saml,
    admins: memoryAdminStore(users, roles),
    attempts: memoryAttemptStore(),
    devices: memoryDeviceStore(),
    digest: memoryDigest,
    factors: memoryFactorStore(),
    flows: memoryFlowStore(),
    ids: memoryIds(),
    interests: memoryInterestStore(mailQueue),
    lockouts: memoryLockoutStore(),
    messages: memoryMessageStore(mailQueue),
    messenger: memoryAuthMessenger(),
    outbox: memoryOutbox(),
    passkeys: memoryPasskeyStore(users),
    passkeyVerifier: authenticators.verifier,
    passwords: memoryPasswordHasher(() => state.hasherFull),
    phoneMessenger: memoryPhoneMessenger(() => state.smsUp),
    pseudonyms: memoryPseudonyms(),
    random: memoryRandom(),
    readPhone: memoryPhoneReader,
    reports: memoryReportStore(),
    secretBox: memorySecretBox(),
    securityLog: memorySecurityLog(),
    sessions: memorySessionStore(users),
    setupTokens: memorySetupTokenStore(),
    signer: memoryTokenSigner(),
    smsQueue: memorySmsQueue(),
    tokens: memoryTokenStore(users),
    totp: memoryTotp(),
    reportLostEvent: (kind: string) => {
      lost.push(kind);
    },
  };

  /** The events so far, oldest first: what happened, to whom, and the further data. */
  const wholeLog = async () =>
    (await ports.securityLog.list({ limit: 1000 }))
      .map(({ actionType, userId, details }) => ({ actionType, userId, details }))
      .toReversed();
  /** Their kinds. */
  const events = async () => (await wholeLog()).map(({ actionType }) => actionType);
  /** Whom each event of one kind is about, and its details, oldest first. */
  const logged = async (kind: SecurityEventKind) =>
    (await wholeLog())
      .filter(({ actionType }) => actionType === kind)
      .map(({ userId, details }) => ({ userId, ...details }));
  /** The last mail to an address. */
  const mailTo = (to: string) => ports.messenger.sent.findLast((message) => message.to === to);
  /** The token of the link in the last mail to an address. */
  const linkTo = (to: string) => {
    const mail = mailTo(to);
    return mail && 'link' in mail ? mail.link : { token: '', type: 'signup' as const };
  };
  /** The code in the last mail or text message to a recipient. */
  const codeTo = (to: string) => {
    const mail = mailTo(to);
    const text = ports.phoneMessenger.sent.findLast((message) => message.to === to);
    return (mail && 'code' in mail ? mail.code : text?.code) ?? '';
  };
  /** Follows the link in the last mail to an address. */
  const follow = (to: string) => {
    const { token, type } = linkTo(to);
    return verify(ports, settings, { type, linkToken: token, context });
  };
  const signIn = (email: string, given = password) =>
    signInWithPassword(ports, settings, { email, password: given, context });
  /** A confirmed member, who is signed in. */
  const member = async (email = 'ann@example.com') => {
    const request = { email, password, data: {}, link, context };
    (await signUp(ports, settings, request))._unsafeUnwrap();
    (await follow(email))._unsafeUnwrap();
    return current((await signIn(email))._unsafeUnwrap().granted);
  };
  /** Gives a user a verified second factor, which no session of theirs has used. */
  const protect = (userId: string) =>
    ports.factors.change(userId, (state) => {
      const factor = {
        id: 'factor',
        userId,
        type: 'totp',
        status: 'verified',
        friendlyName: undefined,
        phone: undefined,
        createdAt: clock.now(),
        updatedAt: clock.now(),
        lastChallengedAt: undefined,
        sealedSecret: undefined,
        lastStep: undefined,
      } as const;
      return { state: { ...state, factors: [factor] }, result: undefined };
    });
  /** The user and the session of a granted session, as a request with its token finds them. */
  const current = async ({ accessToken }: GrantedSession) =>
    (await identifyUser(ports, settings, { token: accessToken }))._unsafeUnwrap();
  const userOf = async (email: string): Promise<User | undefined> =>
    ports.users.byEmail(emailOf(email));

  return {
    ports,
    state,
    clock,
    provider,
    idp,
    authenticator: authenticators.authenticator,
    lost,
    events,
    wholeLog,
    logged,
    mailTo,
    linkTo,
    codeTo,
    follow,
    signIn,
    member,
    protect,
    current,
    userOf,
  };
}

type Users = ReturnType<typeof memberSite>['ports']['users'];

/** The store of users, in which another request acts right after a user was first looked up. */
export function overtaken(users: Users, act: () => Promise<unknown>): Users {
  let isFirst = true;
  const first = async <T>(found: Promise<T>): Promise<T> => {
    const user = await found;
    if (isFirst) {
      isFirst = false;
      await act();
    }
    return user;
  };
  return {
    ...users,
    byId: (id) => first(users.byId(id)),
    byEmail: (email) => first(users.byEmail(email)),
    byPhone: (phone) => first(users.byPhone(phone)),
  };
}

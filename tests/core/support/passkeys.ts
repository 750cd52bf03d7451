import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  type PasskeyCeremony,
  registerPasskey,
  signInWithPasskey,
  userHandleOf,
} from '@coachsite/core/passkey';
import type { CurrentUser } from '@coachsite/core/session';
import type { PasskeyAnswerParts, TestAuthenticator } from '@coachsite/core/testing';
import { memberSite, settings as signInSettings } from './member-site.ts';

const relyingParty = { id: 'site.example', origin: 'https://site.example' };
export const settings = { ...signInSettings, relyingParty };
export const email = 'ann@example.com';
/** The client that uses passkeys; members sign up and in with another one. */
export const elsewhere = { ip: '192.0.2.9', userAgent: 'another browser' };
/** A model of authenticators that has a name. */
export const titan = '42b4fb4a-2866-43b2-9bf7-6c6669c2e5d3';

export type Site = ReturnType<typeof memberSite>;
export type Ports = Site['ports'];

/** What an authenticator and its browser say in a ceremony: what they should, except for `said`. */
export const parts = (
  { challenge }: PasskeyCeremony,
  said: Partial<PasskeyAnswerParts> = {},
): PasskeyAnswerParts => ({
  ...relyingParty,
  ...{ challenge: challenge.challenge, counter: 0, isBackedUp: true, isUserVerified: true },
  ...said,
});

export const begin = ({ ports }: Site, current: CurrentUser) =>
  beginPasskeyRegistration(ports, settings, current);

export const register = (
  { ports }: Site,
  current: CurrentUser,
  begun: PasskeyCeremony,
  device: TestAuthenticator,
  said: Partial<PasskeyAnswerParts> = {},
) =>
  registerPasskey(ports, settings, {
    ...current,
    challengeId: begun.challenge.id,
    credential: device.create(parts(begun, said)),
    language: 'en',
    context: elsewhere,
  });

/** Adds a passkey, which must succeed. */
export async function added(site: Site, current: CurrentUser, device = site.authenticator(titan)) {
  const begun = (await begin(site, current))._unsafeUnwrap();
  const passkey = (await register(site, current, begun, device))._unsafeUnwrap();
  return { device, passkey };
}

/** A member with a passkey. */
export async function owner() {
  const site = memberSite();
  const current = await site.member(email);
  return { site, current, ...(await added(site, current)) };
}

/** Signs in with a passkey. */
export async function signIn(
  site: Site,
  device: TestAuthenticator,
  userId: string,
  said: Partial<PasskeyAnswerParts> = {},
  ports: Ports = site.ports,
) {
  const begun = await beginPasskeySignIn(ports, settings);
  return signInWithPasskey(ports, settings, {
    challengeId: begun.challenge.id,
    credential: device.get(parts(begun, said), userHandleOf(userId)),
    context: elsewhere,
  });
}

/** The kind of an error, or that there was none. */
export const kindOf = (outcome: { isErr(): boolean; _unsafeUnwrapErr(): { kind: string } }) =>
  outcome.isErr() ? outcome._unsafeUnwrapErr().kind : 'ok';

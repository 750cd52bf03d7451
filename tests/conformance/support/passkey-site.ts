import type { PasskeyAnswerParts, TestAuthenticator } from '@coachsite/core/testing';
import { goodPassword } from '../../support/auth-client.ts';
import { sharedServer } from '../../support/shared-server.ts';
import { softwareAuthenticator } from '../../support/software-authenticator.ts';
import { type Connected, connect, member, need } from './client.ts';

/** What the client sends: any credential, as a test may forge one. */
// biome-ignore lint/suspicious/noExplicitAny: the types of the client are those of a browser
const asSent = (credential: object): any => credential;

type Auth = Pick<Connected, 'auth'>;

/** A site, and what people and their authenticators do there. */
export async function openPasskeySite() {
  const server = await sharedServer({
    env: { AUTH_EMAIL_MIN_INTERVAL_SECONDS: '0' },
  });
  const { hostname, origin } = new URL(server.url);

  /** What an honest browser and authenticator do with a challenge. */
  const parts = (challenge: string, said: Partial<PasskeyAnswerParts>): PasskeyAnswerParts => ({
    id: hostname,
    origin,
    challenge,
    counter: 0,
    isBackedUp: true,
    isUserVerified: true,
    ...said,
  });

  /** Asks for the options of a new passkey, which must be there. */
  async function beginRegistration({ auth }: Auth) {
    const { data, error } = await auth.passkey.startRegistration();
    if (error) throw error;
    return data;
  }

  /** Sends what an authenticator made of a challenge. */
  const register = (
    { auth }: Auth,
    begun: { readonly challenge_id: string; readonly options: { readonly challenge: string } },
    device: TestAuthenticator,
    said: Partial<PasskeyAnswerParts> = {},
  ) =>
    auth.passkey.verifyRegistration({
      challengeId: begun.challenge_id,
      credential: asSent(device.create(parts(begun.options.challenge, said))),
    });

  /** Adds a passkey to the account of a client. */
  async function addPasskey(connected: Auth, device = softwareAuthenticator()) {
    const { data, error } = await register(connected, await beginRegistration(connected), device);
    if (error) throw error;
    return { ...data, device };
  }

  /** Asks for the options of a sign-in, without a name. */
  async function beginSignIn(connected?: Connected) {
    const client = connected ?? (await connect(server));
    const { data, error } = await client.auth.passkey.startAuthentication();
    if (error) throw error;
    return { client, ...data };
  }

  const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');

  /** Sends what an authenticator signed for a challenge. */
  const finishSignIn = (
    begun: Awaited<ReturnType<typeof beginSignIn>>,
    device: TestAuthenticator,
    userId: string,
    said: Partial<PasskeyAnswerParts> = {},
  ) =>
    begun.client.auth.passkey.verifyAuthentication({
      challengeId: begun.challenge_id,
      credential: asSent(device.get(parts(begun.options.challenge, said), handleOf(userId))),
    });

  /** Signs in with a passkey, in a browser of its own. */
  async function signInWith(
    device: TestAuthenticator,
    userId: string,
    said: Partial<PasskeyAnswerParts> = {},
  ) {
    const begun = await beginSignIn();
    return { ...(await finishSignIn(begun, device, userId, said)), client: begun.client };
  }

  /** A member with a passkey. */
  async function memberWithPasskey() {
    const connected = await member(server);
    const passkey = await addPasskey(connected);
    return { ...connected, passkey, device: passkey.device, userId: connected.session.user.id };
  }

  /** The same account in another browser, by its password. */
  async function withPassword(email: string) {
    const connected = await connect(server);
    const { data, error } = await connected.auth.signInWithPassword({
      email,
      password: goodPassword,
    });
    if (error) throw error;
    return { ...connected, session: need(data.session) };
  }

  return {
    server,
    beginRegistration,
    register,
    addPasskey,
    beginSignIn,
    finishSignIn,
    signInWith,
    memberWithPasskey,
    withPassword,
  };
}

import { totp } from '../conformance/support/totp.ts';
import { type Answer, type Body, call, newEmail, signUp } from './auth-client.ts';
import type { TestServer } from './server.ts';

/** A user with a session and an authenticator app. */
export interface AppUser {
  readonly email: string;
  /** The session that enrolled, raised to two factors. */
  readonly session: Body;
  readonly factorId: string;
  readonly secret: string;
  /** The code that was used to enrol. */
  readonly usedCode: string;
}

const stepMs = 30_000;

/** The code of an app, `steps` steps from now; each step counts once. */
export const codeOf = (secret: string, steps = 0): string =>
  totp(secret, Date.now() + steps * stepMs);

export const enroll = (server: TestServer, bearer: string, body: object = {}): Promise<Answer> =>
  call(server, 'POST', '/auth/v1/factors', { bearer, body: { factor_type: 'totp', ...body } });

export const challenge = (server: TestServer, bearer: string, factorId: string): Promise<Answer> =>
  call(server, 'POST', `/auth/v1/factors/${factorId}/challenge`, { bearer, body: { factorId } });

export const answer = (
  server: TestServer,
  bearer: string,
  factorId: string,
  body: object,
): Promise<Answer> => call(server, 'POST', `/auth/v1/factors/${factorId}/verify`, { bearer, body });

/** Asks and answers in one go. */
export async function verifyCode(
  server: TestServer,
  bearer: string,
  factorId: string,
  code: string,
): Promise<Answer> {
  const asked = await challenge(server, bearer, factorId);
  return answer(server, bearer, factorId, { challenge_id: asked.body.id, code });
}

export const removeFactor = (server: TestServer, bearer: string, factorId: string) =>
  call(server, 'DELETE', `/auth/v1/factors/${factorId}`, { bearer });

/** Signs somebody up and adds an app. */
export async function newAppUser(server: TestServer): Promise<AppUser> {
  const email = newEmail();
  const { access_token: bearer } = (await signUp(server, email)).body;
  const { id: factorId, totp: made } = (await enroll(server, bearer)).body;
  // The step before: the present one and the next are left for what is tried afterwards.
  const usedCode = codeOf(made.secret, -1);
  const raised = await verifyCode(server, bearer, factorId, usedCode);
  if (raised.status !== 200) throw new Error(raised.text);
  return { email, session: raised.body, factorId, secret: made.secret, usedCode };
}

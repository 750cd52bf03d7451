import { setTimeout as sleep } from 'node:timers/promises';
import { totp } from '../conformance/support/totp.ts';
import { type ApiResponse, type Body, call, newEmail, signUp } from './auth-client.ts';
import type { TestServer } from './server.ts';

/** A user who has a session and an authenticator app. */
export interface AppUser {
  readonly email: string;
  /** The session that enrolled the factor, now at AAL2. */
  readonly session: Body;
  readonly factorId: string;
  readonly secret: string;
  /** The code that was used to enrol. */
  readonly usedCode: string;
}

const stepMs = 30_000;

/** The code that an app shows `steps` time steps from now; each step is accepted once. */
export const codeOf = (secret: string, steps = 0): string =>
  totp(secret, Date.now() + steps * stepMs);

/** Waits for the next time step where this one ends soon, so that the code of the step before is still accepted. */
async function stepHasTimeLeft(): Promise<void> {
  const left = stepMs - (Date.now() % stepMs);
  // A timer may end a millisecond early.
  if (left < 3000) await sleep(left + 100);
}

export const enroll = (
  server: Pick<TestServer, 'url'>,
  bearer: string,
  body: object = {},
): Promise<ApiResponse> =>
  call(server, 'POST', '/auth/v1/factors', { bearer, body: { factor_type: 'totp', ...body } });

export const challenge = (
  server: Pick<TestServer, 'url'>,
  bearer: string,
  factorId: string,
): Promise<ApiResponse> =>
  call(server, 'POST', `/auth/v1/factors/${factorId}/challenge`, { bearer, body: { factorId } });

export const verifyFactor = (
  server: Pick<TestServer, 'url'>,
  bearer: string,
  factorId: string,
  body: object,
): Promise<ApiResponse> =>
  call(server, 'POST', `/auth/v1/factors/${factorId}/verify`, { bearer, body });

/** Creates a challenge and verifies the factor with a code. */
export async function verifyCode(
  server: Pick<TestServer, 'url'>,
  bearer: string,
  factorId: string,
  code: string,
): Promise<ApiResponse> {
  const created = await challenge(server, bearer, factorId);
  return verifyFactor(server, bearer, factorId, { challenge_id: created.body.id, code });
}

export const removeFactor = (server: Pick<TestServer, 'url'>, bearer: string, factorId: string) =>
  call(server, 'DELETE', `/auth/v1/factors/${factorId}`, { bearer });

/** Signs a user up and enrols an app. */
export async function newAppUser(server: Pick<TestServer, 'url'>): Promise<AppUser> {
  const email = newEmail();
  const { access_token: bearer } = (await signUp(server, email)).body;
  const { id: factorId, totp: made } = (await enroll(server, bearer)).body;
  await stepHasTimeLeft();
  // The previous time step leaves the present and the next one unused for the test.
  const usedCode = codeOf(made.secret, -1);
  const raised = await verifyCode(server, bearer, factorId, usedCode);
  if (raised.status !== 200) throw new Error(raised.text);
  return { email, session: raised.body, factorId, secret: made.secret, usedCode };
}

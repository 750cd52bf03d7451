import { blankUser, type User } from '@coachsite/core/account';
import { startSession } from '@coachsite/core/session';
import { emailOf } from '@coachsite/core/testing';
import type { TestServer } from './server.ts';

/** What of a server is needed to sign somebody in without a request. */
type Opened = Pick<TestServer, 'ports' | 'config'>;

/** Creates a confirmed user with a session; returns the headers of a request as that user. */
async function signedIn(
  { ports, config }: Opened,
  roles: readonly 'admin'[],
): Promise<Readonly<Record<string, string>>> {
  const now = ports.clock.now();
  const id = ports.ids.uuid();
  const user: User = {
    ...blankUser(id, now),
    email: emailOf(`${id}@example.com`),
    emailConfirmedAt: now,
  };
  (await ports.users.create(user))._unsafeUnwrap();
  for (const role of roles) await ports.roles.grant(id, role, now);
  const settings = {
    issuer: `${config.publicUrl}/auth/v1`,
    accessTokenTtlSeconds: config.auth.accessTokenTtlSeconds,
    refreshReuseIntervalMs: config.auth.refreshReuseIntervalSeconds * 1000,
  };
  const context = { ip: '127.0.0.1', userAgent: 'test' };
  const granted = await startSession(ports, settings, { user, method: 'password', context });
  return { authorization: `Bearer ${granted._unsafeUnwrap().accessToken}` };
}

/** The headers of a request as a signed-in admin. */
export const asAdmin = (server: Opened) => signedIn(server, ['admin']);

/** The headers of a request as a signed-in user without a role. */
export const asMember = (server: Opened) => signedIn(server, []);

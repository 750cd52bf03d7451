import { newEmail, signUp } from './auth-client.ts';
import { startTestServer } from './server.ts';

/** A data directory with one admin, who signs in with `goodPassword`. */
export async function siteWithAdmin(
  dataDirectory?: string,
): Promise<{ dataDirectory: string; adminEmail: string }> {
  const server = await startTestServer(dataDirectory === undefined ? {} : { dataDirectory });
  const adminEmail = newEmail();
  const { body } = await signUp(server, adminEmail);
  await server.ports.roles.grant(body.user.id, 'admin', Date.now());
  await server.stop({ keep: true });
  return { dataDirectory: server.dataDirectory, adminEmail };
}

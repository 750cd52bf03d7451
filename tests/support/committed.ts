import type { TestServer } from './server.ts';

/** Resolves once every write of a site that was begun before is stored, also events that no response waits for. */
export async function committed({
  ports,
  everyServer,
}: Pick<TestServer, 'ports' | 'everyServer'>): Promise<void> {
  await Promise.all(everyServer.map(({ eventsWritten }) => eventsWritten()));
  // It writes too, in the commit of SQLite that comes next.
  await ports.reports.remove([]);
}

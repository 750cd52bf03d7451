import type { TestServer } from './server.ts';

/** Resolves once every write of a server that was begun before is stored: it writes too, in the commit that comes next. */
export const committed = ({ ports }: Pick<TestServer, 'ports'>): Promise<unknown> =>
  ports.reports.remove([]);

import { openSiteFiles } from '@coachsite/server/site-files';
import { startTestServer } from './server.ts';

/**
 * Starts a server in a process of its own: takes the data directory as its argument, and `pages` if it has the built
 * pages; prints its URL. See serve-process.ts.
 */
const [dataDirectory = '', pages] = process.argv.slice(2);
const { url } = await startTestServer({
  dataDirectory,
  ...(pages === 'pages' ? { site: await openSiteFiles() } : {}),
});
process.stdout.write(`${url}\n`);

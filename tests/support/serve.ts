import { startTestServer } from './server.ts';

/** Starts a server that a test can kill: takes the data directory as its argument and prints its URL. */
const [dataDirectory = ''] = process.argv.slice(2);
const { url } = await startTestServer({ dataDirectory });
process.stdout.write(`${url}\n`);

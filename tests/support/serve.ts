import { startTestServer } from './server.ts';

/** A server in a process of its own, to be killed: serves from the folder given and prints its address. */
const [dataDirectory = ''] = process.argv.slice(2);
const { url } = await startTestServer({ dataDirectory });
process.stdout.write(`${url}\n`);

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { report } from './servers.ts';

/** The floor of serving: node:http that sends the given bytes in response to every request. */
const body = Buffer.from(process.argv[2] ?? '', 'base64');
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'br',
  'content-length': body.length,
};
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  report({ url: `http://127.0.0.1:${port}`, pages: [] }, async () => {
    server.closeAllConnections();
    server.close();
  });
});

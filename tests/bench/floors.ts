import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '../deploy/support/tools.ts';
import { freePort } from '../support/free-port.ts';
import { type Running, startProcess } from './processes.ts';

/** Names of the page, compressed, and of the e-book in the folder of the floors. */
export const pageFile = 'page';
export const bookFile = 'book';

/** A server that is compared with the site. */
export interface Floor extends Running {
  readonly url: string;
}

const responds = (url: string) => async () => (await fetch(url)).ok;

/** node:http with the same work. */
export async function startBareNode(folder: string): Promise<Floor> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = join(import.meta.dirname, 'bare-work.ts');
  const running = await startProcess(
    process.execPath,
    [script, String(port), folder],
    responds(`${url}/page`),
    { NODE_ENV: 'production' },
  );
  return { ...running, url };
}

/** nginx with one worker that serves the same files; undefined where it is not installed. */
export async function startNginx(folder: string): Promise<Floor | undefined> {
  const program = findTool('nginx');
  if (!program) return undefined;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server {
    listen 127.0.0.1:${port}; root ${folder};
    location = /${pageFile} { default_type text/html; add_header content-encoding br; }
    location = /${bookFile} { default_type application/pdf; }
  }
}
`,
  );
  const running = await startProcess(program, ['-c', configuration], responds(`${url}/page`));
  return { ...running, url };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '../deploy/support/tools.ts';
import { httpClient, type Member, signUp } from './client.ts';
import type { BenchOptions } from './options.ts';
import { putBook, type Server, settled, startServer, startSite } from './processes.ts';
import { asked, smallBookBytes } from './requests.ts';
import { compareInRounds, driven, type Scenario } from './rounds.ts';

/** nginx with one worker that serves the page and the e-book in the folder; undefined where it is not installed. */
async function startNginx(folder: string): Promise<Server | undefined> {
  const program = findTool('nginx');
  if (!program) return undefined;
  const configuration = join(folder, 'nginx.conf');
  return startServer('/page', (port) => {
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
    location = /page { default_type text/html; add_header content-encoding br; }
    location = /book { default_type application/pdf; }
    location = /small-book { default_type application/pdf; }
  }
}
`,
    );
    return [program, '-c', configuration];
  });
}

/** What the site is measured beside: its floor, with paths of its own, or the site of another checkout. */
interface Other {
  readonly name: 'floor' | 'other site';
  readonly server: Server;
  readonly nginx?: Server | undefined;
}

/** What is measured of a site. */
interface Measures {
  readonly paths: readonly string[];
  /** Gives the site, and the other one, an e-book of this size. */
  readonly putBooks: (sizeBytes: number) => void;
}

/** Everything that is measured, for people who are signed up now. */
async function scenariosOf(
  site: Server,
  { name: beside, server, nginx }: Other,
  { paths, putBooks }: Measures,
) {
  const isFloor = beside === 'floor';
  const bareMember = async () => (await (await fetch(`${server.url}/sign-up`)).json()) as Member;
  // A sign-in of too many ends the oldest session, so each scenario has members of its own.
  const membersOf = async (url: string, count: number) => {
    const client = httpClient(url, 16);
    const members = await signUp(client, count);
    client.close();
    return members;
  };
  const scenarios: Scenario[] = [];
  const measured = asked.filter(({ path }) => paths.length === 0 || paths.includes(path));
  for (const one of measured) {
    const { name, goal, path, floor, withHeaders, connections, hasMembers, isFile, bookBytes, of } =
      one;
    const count = hasMembers ? connections : 0;
    const members = await membersOf(site.url, count);
    const others = isFloor
      ? await Promise.all(members.map(bareMember))
      : await membersOf(server.url, count);
    const arm = (server: Server, path: string, members: readonly Member[]) =>
      driven([server], (url) => ({ connections, ...of(url, path, members) }));
    const theirs = isFile ? nginx : undefined;
    const full = isFloor ? withHeaders : undefined;
    scenarios.push({
      name,
      ...(isFloor && { goal }),
      ...(bookBytes !== undefined && { prepare: () => putBooks(bookBytes) }),
      arms: {
        [beside]: arm(server, isFloor ? floor : path, others),
        site: arm(site, path, members),
        ...(full && { 'floor with its headers': arm(server, full, others) }),
        ...(theirs && { nginx: arm(theirs, floor, []) }),
      },
      compared: [
        ['site', beside],
        ...(full ? [['site', 'floor with its headers'] as const] : []),
        ...(theirs ? [['site', 'nginx'] as const] : []),
      ],
    });
  }
  const armOf = (name: string) => scenarios.find((one) => one.name === name)?.arms.site;
  const [page, signIns] = [armOf('page'), armOf('sign-in, 8 at once')];
  if (!isFloor || !page || !signIns) return scenarios;
  const busy = async () => (await Promise.all([page(), signIns()]))[0];
  const goal = 'p99 ≤ 3 × or 10 ms';
  const arms = { alone: page, 'with 8 sign-ins': busy };
  const compared = [['with 8 sign-ins', 'alone'] as const];
  return [...scenarios, { name: 'page', goal, arms, compared }];
}

/**
 * Measures the server beside its floors in alternating rounds: node:http with the same work in memory and SQLite, for
 * a sign-in argon2 and nothing else, and nginx with one worker. Goals 8 to 15. Source: docs/performance.md#1.
 */
export const benchServer = ({ runs, beside, paths }: BenchOptions): Promise<void> =>
  compareInRounds('server', runs, async (folder, stops) => {
    putBook(folder, {}, { sizeBytes: smallBookBytes, file: 'small-book' });
    putBook(folder);
    const started = await startSite(folder);
    stops.push(started.stop);
    const site = await settled(started);
    if (beside) {
      const own = join(folder, 'beside');
      mkdirSync(own);
      putBook(own, {}, { checkout: beside });
      const before = await startSite(own, {}, beside);
      stops.push(before.stop);
      const putBooks = (sizeBytes: number) => {
        putBook(folder, {}, { sizeBytes });
        putBook(own, {}, { sizeBytes, checkout: beside });
      };
      return scenariosOf(
        site,
        { name: 'other site', server: await settled(before) },
        { paths, putBooks },
      );
    }
    const client = httpClient(site.url, 1);
    const home = await client.send({ path: '/', headers: { 'accept-encoding': 'br' } });
    client.close();
    writeFileSync(join(folder, 'page'), home.body);
    writeFileSync(join(folder, 'page-headers'), JSON.stringify(home.headers));
    const work = join(import.meta.dirname, 'bare-work.ts');
    const bare = await startServer('/page', (port) => [process.execPath, work, `${port}`, folder]);
    stops.push(bare.stop);
    const nginx = await startNginx(folder);
    if (nginx) stops.push(nginx.stop);
    const putBooks = (sizeBytes: number) => putBook(folder, {}, { sizeBytes, file: 'put' });
    return scenariosOf(site, { name: 'floor', server: bare, nginx }, { paths, putBooks });
  });

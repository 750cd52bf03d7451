import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Drive, type Driven, drive, type Received, requestText } from './drive.ts';
import type { Running } from './processes.ts';
import { apikey, ebookPath, type Member, signUp } from './site-under-test.ts';

/** How long a round lasts. */
export const roundMs = 2000;

/** What an arm did in one round. */
export interface Round {
  /** Responses, or megabytes of the e-book. */
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
  readonly p50: number;
  readonly p99: number;
}

type Arm = () => Promise<Round>;

/** Something that visitors ask for, and what it is compared with. */
export interface Scenario {
  readonly name: string;
  readonly site: Arm;
  readonly floor: Arm;
  readonly nginx?: Arm | undefined;
  readonly goal: string;
}

/** The value below which a share of all values lies. */
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

function roundOf({ responses, seconds, latencies }: Omit<Driven, 'bytes'>, cpu: number): Round {
  return {
    perSecond: responses / seconds,
    cpuMicroseconds: cpu / responses,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

const driven =
  (server: Running & { readonly url: string }, how: Omit<Drive, 'url' | 'milliseconds'>): Arm =>
  async () => {
    const before = server.cpu();
    const done = await drive({ url: server.url, milliseconds: roundMs, ...how });
    return roundOf(done, server.cpu() - before);
  };

const run = promisify(execFile);

/** Verifies passwords without a server. */
const hashing =
  (atOnce: number): Arm =>
  async () => {
    const script = join(import.meta.dirname, 'bare-hashes.ts');
    const { stdout } = await run(process.execPath, [script, String(atOnce), String(roundMs)]);
    const { cpu, ...done } = JSON.parse(stdout) as Driven & { readonly cpu: number };
    return roundOf({ ...done, responses: done.latencies.length }, cpu);
  };

/** A program that listens. */
export interface Server extends Running {
  readonly url: string;
}

/** The home page, 16 at once. */
export const pageOf = (url: string, path: string) => {
  const text = requestText(url, path, {
    'accept-encoding': 'gzip, deflate, br',
    cookie: 'language=nl',
  });
  return { connections: 16, next: () => text };
};

/** The e-book, 4 at once. */
export const bookOf = (url: string, path: string) => {
  const text = requestText(url, path);
  return { connections: 4, next: () => text };
};

/** The session check of one member, 16 at once. */
export const userOf = (url: string, path: string, { access_token }: Member) => {
  const text = requestText(url, path, { ...apikey, authorization: `Bearer ${access_token}` });
  return { connections: 16, next: () => text };
};

/** Each connection refreshes a session of its own, with the token that the last response gave. */
export function refreshOf(url: string, path: string, members: readonly Member[]) {
  const tokens = members.map(({ refresh_token }) => refresh_token);
  return {
    connections: members.length,
    onResponse: (connection: number, { body }: Received) => {
      tokens[connection] = JSON.parse(body.toString()).refresh_token;
    },
    next: (connection: number) =>
      requestText(url, path, apikey, { refresh_token: tokens[connection] }),
  };
}

/** A sign-in of each member at once. */
export const signInOf = (url: string, members: readonly Member[]) => ({
  connections: members.length,
  next: (connection: number) => {
    const { email, password } = members[connection] as Member;
    return requestText(url, '/auth/v1/token?grant_type=password', apikey, { email, password });
  },
});

/** Contact messages, 64 at once. */
export const contactOf = (url: string, path: string) => ({
  connections: 64,
  next: () => {
    const message = `How long does the program take? ${randomUUID()}`;
    return requestText(
      url,
      path,
      {},
      { name: 'An', email: 'an@example.com', subject: 'Question', message },
    );
  },
});

/** What `make` resolves with, `count` times at once. */
export const several = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, make));

/** Everything that is measured, for people who are signed up now. */
export async function scenariosOf(
  site: Server,
  bare: Server,
  nginx: Server | undefined,
): Promise<readonly Scenario[]> {
  // A sign-in of too many ends the oldest session, so these members do nothing else.
  const signers = await several(8, () => signUp(site.url));
  const members = await several(16, () => signUp(site.url));
  const bareMembers = await several(
    16,
    async () => (await (await fetch(`${bare.url}/sign-up`)).json()) as Member,
  );
  const someone = members[0] as Member;
  const page = driven(site, pageOf(site.url, '/'));
  const signIn = (atOnce: number) => driven(site, signInOf(site.url, signers.slice(0, atOnce)));
  return [
    {
      name: 'page',
      site: page,
      floor: driven(bare, pageOf(bare.url, '/page')),
      nginx: nginx && driven(nginx, pageOf(nginx.url, '/page')),
      goal: 'rate ≥ 0.80, CPU ≤ 1.3, nginx ≥ 0.45',
    },
    {
      name: 'e-book of 20 MB',
      site: driven(site, bookOf(site.url, ebookPath)),
      floor: driven(bare, bookOf(bare.url, '/book')),
      nginx: nginx && driven(nginx, bookOf(nginx.url, '/book')),
      goal: 'nginx ≥ 1.0',
    },
    ...[2, 8].map((atOnce) => ({
      name: `sign-in, ${atOnce} at once`,
      site: signIn(atOnce),
      floor: hashing(atOnce),
      goal: 'CPU ≤ 1.25',
    })),
    {
      name: 'session check',
      site: driven(site, userOf(site.url, '/auth/v1/user', someone)),
      floor: driven(bare, userOf(bare.url, '/user', bareMembers[0] as Member)),
      goal: 'rate ≥ 0.75',
    },
    {
      name: 'refresh',
      site: driven(site, refreshOf(site.url, '/auth/v1/token?grant_type=refresh_token', members)),
      floor: driven(bare, refreshOf(bare.url, '/refresh', bareMembers)),
      goal: 'rate ≥ 0.85',
    },
    {
      name: 'contact, 64 at once',
      site: driven(site, contactOf(site.url, '/api/contact')),
      floor: driven(bare, contactOf(bare.url, '/contact')),
      goal: 'rate ≥ 0.5',
    },
    {
      name: 'page while 8 sign in (floor: alone)',
      site: async () => {
        const [busy] = await Promise.all([page(), signIn(8)()]);
        return busy;
      },
      floor: page,
      goal: 'p99 ≤ 3 × or 10 ms',
    },
  ];
}

import { apikey, ebookPath, type Member, newMessage, refreshPath, signInPath } from './client.ts';
import { type Requests, requestText } from './drive.ts';

/** The size of the e-book that comes with the site, which `npm run seed` puts there. */
export const smallBookBytes = 112_000;

/** Something that visitors ask for. */
interface Asked {
  readonly name: string;
  /** Beside the floor, or nginx. Source: docs/performance.md#1. */
  readonly goal: string;
  readonly path: string;
  /** Its path on the floor. */
  readonly floor: string;
  /** Its path on the floor, sent with all the headers that the site sends. */
  readonly withHeaders?: string;
  /** Requests at once. */
  readonly connections: number;
  /** Whether nginx can serve it. */
  readonly isFile?: boolean;
  /** How large the e-book of the site is meanwhile, in bytes. */
  readonly bookBytes?: number;
  /** Whether each connection is that of a member. */
  readonly hasMembers?: boolean;
  readonly of: (
    url: string,
    path: string,
    members: readonly Member[],
  ) => Omit<Requests, 'connections'>;
}

/** A body that is sent again and again. */
const always = (text: string) => ({ next: () => text });

const signIn: Omit<Asked, 'name' | 'connections'> = {
  path: signInPath,
  floor: '/hash',
  hasMembers: true,
  goal: 'CPU ≤ 1.25',
  of: (url, path, members) => ({
    next: (connection) => {
      const { email, password } = members[connection] as Member;
      return requestText(url, path, apikey, { email, password });
    },
  }),
};

/** What visitors ask for. */
export const asked: readonly Asked[] = [
  {
    name: 'page',
    goal: 'rate ≥ 0.80, CPU ≤ 1.3, nginx ≥ 0.45',
    path: '/',
    floor: '/page',
    withHeaders: '/page-with-headers',
    isFile: true,
    connections: 16,
    of: (url, path) => {
      const headers = { 'accept-encoding': 'gzip, deflate, br', cookie: 'language=nl' };
      return always(requestText(url, path, headers));
    },
  },
  {
    name: 'e-book of 20 MB',
    goal: 'nginx ≥ 1.0',
    path: ebookPath,
    floor: '/book',
    isFile: true,
    bookBytes: 20_000_000,
    connections: 4,
    of: (url, path) => always(requestText(url, path)),
  },
  {
    name: 'e-book of 112 KB',
    goal: 'nginx ≥ 0.60',
    path: ebookPath,
    floor: '/small-book',
    isFile: true,
    bookBytes: smallBookBytes,
    connections: 4,
    of: (url, path) => always(requestText(url, path)),
  },
  { name: 'sign-in, 2 at once', connections: 2, ...signIn },
  { name: 'sign-in, 8 at once', connections: 8, ...signIn },
  {
    name: 'session check',
    goal: 'CPU ≤ 1.18',
    path: '/auth/v1/user',
    floor: '/user',
    connections: 16,
    hasMembers: true,
    of: (url, path, [member]) => {
      const headers = { ...apikey, authorization: `Bearer ${member?.access_token}` };
      return always(requestText(url, path, headers));
    },
  },
  {
    name: 'refresh',
    goal: 'CPU ≤ 1.0',
    path: refreshPath,
    floor: '/refresh',
    connections: 16,
    hasMembers: true,
    // Each with the token that the last response gave, also of an earlier round.
    of: (url, path, members) => ({
      onBody: (connection, body) => {
        const member = members[connection];
        if (member) member.refresh_token = JSON.parse(body.toString()).refresh_token;
      },
      next: (connection) =>
        requestText(url, path, apikey, { refresh_token: members[connection]?.refresh_token }),
    }),
  },
  {
    name: 'contact, 64 at once',
    goal: 'rate ≥ 0.5',
    path: '/api/contact',
    floor: '/contact',
    connections: 64,
    of: (url, path) => ({ next: () => requestText(url, path, {}, newMessage()) }),
  },
];

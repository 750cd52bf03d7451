import { randomUUID } from 'node:crypto';
import { type LoadClient, type LoadResponse, someIp } from './load-client.ts';

/** What the site has acknowledged: after the load it must be stored. */
export interface Acknowledged {
  /** Texts of contact messages by id. */
  readonly messages: Map<string, string>;
  /** Ids of the sessions that sign-ins began, with the id of their user. */
  readonly sessions: Map<string, string>;
  /** How often each session of the pool was refreshed, by its id. */
  readonly refreshes: Map<string, number>;
  downloads: number;
}

interface Member {
  readonly email: string;
  readonly password: string;
}

/** A session whose refresh token is used by one request at a time. */
interface PooledSession {
  readonly id: string;
  readonly userId: string;
  refreshToken: string;
}

/** What visitors do, with its share of all requests. */
const shares = { page: 0.62, download: 0.1, signIn: 0.05, refresh: 0.13, contact: 0.1 } as const;

export type Action = keyof typeof shares;

const apikey = 'coachsite-public';
const pages = ['/', '/about', '/services', '/shop', '/blog', '/contact', '/guide', '/shop?q=kick'];
const ebook = '/storage/v1/object/public/ebook/free-guide.pdf';

/** The ids of session and user in an access token. */
function idsOf(accessToken: string): { readonly id: string; readonly userId: string } {
  const [, claims = ''] = accessToken.split('.');
  const { session_id, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return { id: session_id, userId: sub };
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

function pickAction(): Action {
  let at = Math.random();
  for (const [action, share] of Object.entries(shares)) {
    at -= share;
    if (at < 0) return action as Action;
  }
  return 'page';
}

async function signUp({ send }: LoadClient): Promise<Member & PooledSession> {
  const member = { email: `${randomUUID()}@example.com`, password: 'Tr0ubadour&Kite' };
  for (;;) {
    const { status, body } = await send({
      path: '/auth/v1/signup',
      method: 'POST',
      ip: someIp(),
      headers: { apikey },
      body: member,
    });
    if (status === 200) {
      const session = JSON.parse(body);
      return {
        ...member,
        ...idsOf(session.access_token),
        refreshToken: session.refresh_token,
      };
    }
    if (status !== 503) throw new Error(`A sign-up got ${status}: ${body}`);
  }
}

/** Signs up `count` members and returns what visitors do, one request at a call. */
export async function openMix(client: LoadClient, count: number) {
  const members = await Promise.all(Array.from({ length: count }, () => signUp(client)));
  const free: PooledSession[] = [...members];
  const done: Acknowledged = {
    messages: new Map(),
    sessions: new Map(members.map(({ id, userId }) => [id, userId])),
    refreshes: new Map(),
    downloads: 0,
  };
  const { send } = client;
  const post = (path: string, body: unknown) =>
    send({ path, method: 'POST', ip: someIp(), headers: { apikey }, body });

  const actions: Record<Action, () => Promise<LoadResponse>> = {
    page: () =>
      send({
        path: pick(pages),
        ip: someIp(),
        headers: { 'accept-encoding': 'br', accept: 'text/html' },
      }),
    download: async () => {
      const response = await send({ path: ebook, ip: someIp() });
      if (response.status === 200) done.downloads += 1;
      return response;
    },
    signIn: async () => {
      const { email, password } = pick(members);
      const response = await post('/auth/v1/token?grant_type=password', { email, password });
      if (response.status === 200) {
        const { id, userId } = idsOf(JSON.parse(response.body).access_token);
        done.sessions.set(id, userId);
      }
      return response;
    },
    refresh: async () => {
      const session = free.pop();
      if (!session) return actions.page();
      const response = await post('/auth/v1/token?grant_type=refresh_token', {
        refresh_token: session.refreshToken,
      });
      if (response.status === 200) {
        session.refreshToken = JSON.parse(response.body).refresh_token;
        done.refreshes.set(session.id, (done.refreshes.get(session.id) ?? 0) + 1);
      }
      // The oldest use first, so that no session gets many refreshes in a row.
      free.unshift(session);
      return response;
    },
    contact: async () => {
      const message = `How long does the program take? ${randomUUID()}`;
      const fields = { name: 'An', email: 'an@example.com', subject: 'Question', message };
      const response = await post('/api/contact', fields);
      if (response.status === 201) done.messages.set(JSON.parse(response.body).id, message);
      return response;
    },
  };
  return {
    done,
    /** Sends one request of the mix. */
    next: async (): Promise<{ readonly action: Action; readonly response: LoadResponse }> => {
      const action = pickAction();
      return { action, response: await actions[action]() };
    },
  };
}

export type Mix = Awaited<ReturnType<typeof openMix>>;

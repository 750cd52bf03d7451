import {
  ebookPath,
  fromSomeone,
  type HttpClient,
  json,
  type Member,
  newMessage,
  type Received,
  refreshPath,
  signInPath,
  signUp,
} from './client.ts';

/** What visitors do, with its share of all requests. */
const shares = { page: 0.62, download: 0.1, signIn: 0.05, refresh: 0.13, contact: 0.1 } as const;

type Action = keyof typeof shares;

const pages = ['/', '/about', '/services', '/shop', '/blog', '/contact', '/guide', '/shop?q=kick'];
const html = { 'accept-encoding': 'br', accept: 'text/html' };

/** The ids of session and user in an access token. */
function idsOf({ access_token }: Pick<Member, 'access_token'>): readonly [string, string] {
  const [, claims = ''] = access_token.split('.');
  const { session_id, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return [session_id, sub];
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

/** Signs up `count` members and returns what visitors do, one request at a call. */
export async function openMix(client: HttpClient, count: number) {
  const members = await signUp(client, count);
  /** Sessions whose refresh token is used by one request at a time. */
  const free = members.map((member) => ({ id: idsOf(member)[0], token: member.refresh_token }));
  /** What the site has acknowledged: after the load it must be stored. */
  const done = {
    /** Texts of contact messages by id. */
    messages: new Map<string, string>(),
    /** Ids of the sessions that sign-ins began, with the id of their user. */
    sessions: new Map(members.map(idsOf)),
    /** How often each session of the pool was refreshed, by its id. */
    refreshes: new Map<string, number>(),
    downloads: 0,
  };
  const send = (sent: Parameters<HttpClient['send']>[0]) => client.send(fromSomeone(sent));
  const read = ({ body }: Received) => JSON.parse(body.toString());

  const actions: Record<Action, () => Promise<Received>> = {
    page: () => send({ path: pick(pages), headers: html }),
    download: async () => {
      const response = await send({ path: ebookPath });
      if (response.status === 200) done.downloads += 1;
      return response;
    },
    signIn: async () => {
      const { email, password } = pick(members);
      const response = await send(json(signInPath, { email, password }));
      if (response.status === 200) done.sessions.set(...idsOf(read(response)));
      return response;
    },
    refresh: async () => {
      const session = free.pop();
      if (!session) return actions.page();
      const response = await send(json(refreshPath, { refresh_token: session.token }));
      if (response.status === 200) {
        session.token = read(response).refresh_token;
        done.refreshes.set(session.id, (done.refreshes.get(session.id) ?? 0) + 1);
      }
      // The oldest use first, so that no session gets many refreshes in a row.
      free.unshift(session);
      return response;
    },
    contact: async () => {
      const message = newMessage();
      const response = await send(json('/api/contact', message));
      if (response.status === 201) done.messages.set(read(response).id, message.message);
      return response;
    },
  };
  return {
    done,
    /** Sends one request of the mix. */
    next: async () => {
      const action = pickAction();
      return { action, response: await actions[action]() };
    },
  };
}

export type Mix = Awaited<ReturnType<typeof openMix>>;

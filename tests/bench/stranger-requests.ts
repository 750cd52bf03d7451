import { randomUUID } from 'node:crypto';

/** A request of somebody who is not signed in. */
export interface StrangerRequest {
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = (path: string, body: unknown, method = 'POST'): StrangerRequest => ({
  method,
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

const form = (path: string, fields: Readonly<Record<string, string>>): StrangerRequest => ({
  method: 'POST',
  path,
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

/** Almost 64 KiB of a text. */
const much = (text: string) => text.repeat(Math.floor(60_000 / text.length));
const signIn = '/auth/v1/token?grant_type=password';
const message = { name: 'An', email: 'nonsense', subject: '', message: '' };
const cookies = Array.from({ length: 2000 }, (_, n) => `a${n}=1`).join(';');

/** What costs most to read, to check, to look up or to respond to; each is made anew, so that nothing kept serves it. */
export const strangerRequests: Readonly<Record<string, (n: number) => StrangerRequest>> = {
  page: () => ({ path: '/' }),
  'page with a query': (n) => ({ path: `/?x=${n}` }),
  'page in the language of the query': () => ({ path: '/about?lang=en' }),
  'shop, one search': () => ({ path: '/shop?q=energie' }),
  'shop, another search each time': (n) => ({ path: `/shop?q=energie${n}` }),
  'blog, another category each time': (n) => ({ path: `/blog?category=c${n}` }),
  'page that does not exist': (n) => ({ path: `/x${n}` }),
  'path of 6000 characters': (n) => ({ path: `/${'a/'.repeat(3000)}${n}` }),
  'page with 2000 cookies': () => ({ path: '/account', headers: { cookie: cookies } }),
  'page with 3500 etags': () => ({ path: '/', headers: { 'if-none-match': '"x",'.repeat(3500) } }),
  'page with 1900 encodings': () => ({
    path: '/',
    headers: { 'accept-encoding': 'x;q=0.1,'.repeat(1900) },
  }),
  'guide, 3000 ranges': () => ({
    path: '/storage/v1/object/public/ebook/free-guide.pdf',
    headers: { range: `bytes=${'0-1,'.repeat(3000)}2-3` },
  }),
  'facts about the guide': () => ({ path: '/api/ebook' }),
  'form with mistakes': () => form('/contact', message),
  'form with a long text': () => form('/contact', { ...message, message: much('a') }),
  'form with tags': () => form('/contact', { ...message, message: much('<b>').slice(0, 15_000) }),
  'form that is valid': (n) =>
    form('/contact', { ...message, email: `p${n}@example.com`, message: 'Hoe begin ik?' }),
  'contact, long address': () => json('/api/contact', { ...message, email: much('a') }),
  'contact, words of SQL': () =>
    json('/api/contact', { ...message, message: much("' OR 1=1 -- ") }),
  'waiting list': (n) =>
    json('/api/notify', { email: `p${n}@example.com`, programId: 'mind-body-12' }),
  'cookie choice': () =>
    json('/api/consent', {
      id: randomUUID(),
      language: 'nl',
      policyVersion: '2026-11-24',
      functional: false,
      analytics: true,
      marketing: false,
    }),
  'error of a browser': (n) =>
    json('/api/log-client-error', { message: `${n}${'x'.repeat(7000)}`, stack: 'y'.repeat(8000) }),
  'lists in lists': () => json(signIn, '['.repeat(32_000) + ']'.repeat(32_000)),
  '20 000 lists': () => json(signIn, `[${'[],'.repeat(20_000)}[]]`),
  '20 000 objects': () => json(signIn, `[${'{},'.repeat(20_000)}{}]`),
  '1900 keys': () =>
    json(signIn, Object.fromEntries(Array.from({ length: 1900 }, (_, n) => [n, n]))),
  'half a megabyte for an admin': () =>
    json('/api/admin/site', `[${'[],'.repeat(150_000)}0]`, 'PUT'),
  'sign-in': (n) => json(signIn, { email: `p${n}@example.com`, password: 'Tr0ubadour&Kite' }),
  'sign-in, long address': () => json(signIn, { email: much('a'), password: 'x' }),
  'sign-in, long password': () =>
    json(signIn, { email: 'a@example.com', password: much('éa').slice(0, 20_000) }),
  'sign-up, weak password': (n) =>
    json('/auth/v1/signup', { email: `p${n}@example.com`, password: 'a' }),
  refresh: () => json('/auth/v1/token?grant_type=refresh_token', { refresh_token: randomUUID() }),
  'ID token': () =>
    json('/auth/v1/token?grant_type=id_token', { provider: 'google', id_token: much('a') }),
  'session check, invalid token': (n) => ({
    path: '/auth/v1/user',
    headers: {
      authorization: `Bearer eyJhbGciOiJFUzI1NiJ9.${Buffer.from(`{"sub":"${n}"}`).toString('base64url')}.${'A'.repeat(86)}`,
    },
  }),
  'recovery mail': (n) => json('/auth/v1/recover', { email: `p${n}@example.com` }),
  'code of a mail': () => json('/auth/v1/verify', { type: 'recovery', token_hash: randomUUID() }),
  'link of a mail': () => ({ path: `/auth/v1/verify?type=signup&token=${randomUUID()}` }),
  'external sign-in': () => ({ path: '/auth/v1/authorize?provider=google' }),
  'set-up of an admin': () => json('/api/admin-setup', { token: randomUUID() }),
  'rows with 500 conditions': (n) => ({
    path: `/rest/v1/user_roles?or=(${'a.eq.1,'.repeat(500)})&x=${n}`,
  }),
  'attempts of an address': (n) =>
    json('/rest/v1/rpc/check_rate_limit', { identifier: `a${n}`, action_type: 'login' }),
  'calls of the site': () => ({ path: '/openapi.json' }),
  sitemap: () => ({ path: '/sitemap.xml' }),
};

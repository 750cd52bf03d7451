import { randomUUID } from 'node:crypto';
import { ebookPath, json, refreshPath, type Sent, signInPath } from './client.ts';

const form = (fields: Readonly<Record<string, string>>): Sent => ({
  method: 'POST',
  path: '/contact',
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
const page = (path: string, headers = {}): Sent => ({ path, headers });
const signIn = (body: unknown) => json(signInPath, body);

/** Almost 64 KiB of a text. */
const much = (text: string) => text.repeat(Math.floor(60_000 / text.length));
const message = { name: 'An', email: 'nonsense', subject: '', message: '' };
const cookies = Array.from({ length: 2000 }, (_, n) => `a${n}=1`).join(';');
const keys = Object.fromEntries(Array.from({ length: 1900 }, (_, n) => [n, n]));
const consent = {
  ...{ language: 'nl', policyVersion: '2026-11-24' },
  ...{ functional: false, analytics: true, marketing: false },
};
const invalidToken = (n: number) => {
  const claims = Buffer.from(`{"sub":"${n}"}`).toString('base64url');
  return `Bearer eyJhbGciOiJFUzI1NiJ9.${claims}.${'A'.repeat(86)}`;
};

/** What costs most to read, to check, to look up or to respond to; each is made anew, so that nothing kept serves it. */
export const strangerRequests: Readonly<Record<string, (n: number) => Sent>> = {
  page: () => page('/'),
  'page with a query': (n) => page(`/?x=${n}`),
  'page in the language of the query': () => page('/about?lang=en'),
  'shop, one search': () => page('/shop?q=energie'),
  'shop, another search each time': (n) => page(`/shop?q=energie${n}`),
  'blog, another category each time': (n) => page(`/blog?category=c${n}`),
  'page that does not exist': (n) => page(`/x${n}`),
  'path of 6000 characters': (n) => page(`/${'a/'.repeat(3000)}${n}`),
  'page with 2000 cookies': () => page('/account', { cookie: cookies }),
  'page with 3500 etags': () => page('/', { 'if-none-match': '"x",'.repeat(3500) }),
  'page with 1900 encodings': () => page('/', { 'accept-encoding': 'x;q=0.1,'.repeat(1900) }),
  'guide, 3000 ranges': () => page(ebookPath, { range: `bytes=${'0-1,'.repeat(3000)}2-3` }),
  'description of the guide': () => page('/api/ebook'),
  'form with mistakes': () => form(message),
  'form with a long text': () => form({ ...message, message: much('a') }),
  'form with tags': () => form({ ...message, message: much('<b>').slice(0, 15_000) }),
  'form that is valid': (n) =>
    form({ ...message, email: `p${n}@example.com`, message: 'Hoe begin ik?' }),
  'contact, long address': () => json('/api/contact', { ...message, email: much('a') }),
  'contact, words of SQL': () =>
    json('/api/contact', { ...message, message: much("' OR 1=1 -- ") }),
  'waiting list': (n) =>
    json('/api/notify', { email: `p${n}@example.com`, programId: 'mind-body-12' }),
  'cookie choice': () => json('/api/consent', { id: randomUUID(), ...consent }),
  'error of a browser': (n) =>
    json('/api/log-client-error', { message: `${n}${'x'.repeat(7000)}`, stack: 'y'.repeat(8000) }),
  'lists in lists': () => signIn('['.repeat(32_000) + ']'.repeat(32_000)),
  '20 000 lists': () => signIn(`[${'[],'.repeat(20_000)}[]]`),
  '20 000 objects': () => signIn(`[${'{},'.repeat(20_000)}{}]`),
  '1900 keys': () => signIn(keys),
  'half a megabyte for an admin': () =>
    json('/api/admin/site', `[${'[],'.repeat(150_000)}0]`, 'PUT'),
  'sign-in': (n) => signIn({ email: `p${n}@example.com`, password: 'Tr0ubadour&Kite' }),
  'sign-in, long address': () => signIn({ email: much('a'), password: 'x' }),
  'sign-in, long password': () =>
    signIn({ email: 'a@example.com', password: much('éa').slice(0, 20_000) }),
  'sign-up, weak password': (n) =>
    json('/auth/v1/signup', { email: `p${n}@example.com`, password: 'a' }),
  refresh: () => json(refreshPath, { refresh_token: randomUUID() }),
  'ID token': () =>
    json('/auth/v1/token?grant_type=id_token', { provider: 'google', id_token: much('a') }),
  'session check, invalid token': (n) => page('/auth/v1/user', { authorization: invalidToken(n) }),
  'recovery mail': (n) => json('/auth/v1/recover', { email: `p${n}@example.com` }),
  'code of a mail': () => json('/auth/v1/verify', { type: 'recovery', token_hash: randomUUID() }),
  'link of a mail': () => page(`/auth/v1/verify?type=signup&token=${randomUUID()}`),
  'external sign-in': () => page('/auth/v1/authorize?provider=google'),
  'set-up of an admin': () => json('/api/admin-setup', { token: randomUUID() }),
  'rows with 500 conditions': (n) =>
    page(`/rest/v1/user_roles?or=(${'a.eq.1,'.repeat(500)})&x=${n}`),
  'attempts of an address': (n) =>
    json('/rest/v1/rpc/check_rate_limit', { identifier: `a${n}`, action_type: 'login' }),
  'calls of the site': () => page('/openapi.json'),
  sitemap: () => page('/sitemap.xml'),
};

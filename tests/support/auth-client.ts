import type { TestServer } from './server.ts';

/** A parsed body, whose shape is what the tests check. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
export type Body = any;

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
  /** Cookies that the response sets, by name; `''` for one that it removes. */
  readonly cookies: ReadonlyMap<string, string>;
}

export interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bearer?: string | undefined;
  /** Cookies to send. */
  readonly cookies?: ReadonlyMap<string, string>;
}

/** Calls a running server without the headers that a browser adds. */
export async function call(
  server: Pick<TestServer, 'url'>,
  method: string,
  path: string,
  options: Call = {},
): Promise<ApiResponse> {
  const { body, bearer, cookies } = options;
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(cookies
        ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
        : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
    cookies: new Map(
      response.headers.getSetCookie().map((line) => {
        const [pair = ''] = line.split(';');
        return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const;
      }),
    ),
  };
}

/** The status and the error code of a response, which together identify an error. */
export const statusAndCode = ({ status, body }: ApiResponse) => [status, body?.error_code];

/** The headers that a page of the site sends: it asks for cookies and is of the same origin. */
export const fromSite = { 'x-session-transport': 'cookie', 'sec-fetch-site': 'same-origin' };

/** Passes every rule, including those about names and e-mail addresses. */
export const goodPassword = 'Kraanvogel-7!zee';
export const otherPassword = 'Boterbloem+82dak';

let count = 0;
/** An e-mail address that no other test uses. */
export const newEmail = (): string => `member${++count}-${process.pid}@example.com`;

export const signUp = (
  server: Pick<TestServer, 'url'>,
  email: string,
  extra: object = {},
): Promise<ApiResponse> =>
  call(server, 'POST', '/auth/v1/signup', { body: { email, password: goodPassword, ...extra } });

export const signIn = (
  server: Pick<TestServer, 'url'>,
  email: string,
  password = goodPassword,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> =>
  call(server, 'POST', '/auth/v1/token?grant_type=password', {
    body: { email, password },
    headers,
  });

export const refresh = (server: Pick<TestServer, 'url'>, token: string): Promise<ApiResponse> =>
  call(server, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: token },
  });

export const getUser = (server: Pick<TestServer, 'url'>, bearer: string): Promise<ApiResponse> =>
  call(server, 'GET', '/auth/v1/user', { bearer });

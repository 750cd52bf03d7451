import type { App } from '@coachsite/server/app';

/** What the schemas of the server can do. */
interface Schema {
  readonly safeParse: (value: unknown) => { readonly error?: { readonly message: string } };
}

/** A documented answer: a schema, or a description with one schema per content type. */
type Documented =
  | Schema
  | {
      readonly description: string;
      readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
    };

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly payload: unknown;
}

/** The code a refusal carries, in whichever form it comes. */
function codeOf(body: object): string {
  const { error_code, code, error } = body as Readonly<Record<string, unknown>>;
  return String([error_code, code, error].find((each) => typeof each === 'string'));
}

/** What is wrong with an answer by what is documented of its call; `undefined` when nothing is. */
function complaint(
  documented: Documented | undefined,
  { status, type, payload }: Answered,
): string | undefined {
  if (!documented) return `${status} is not documented: ${String(payload).slice(0, 200)}`;
  if (typeof payload !== 'string' || payload === '') return undefined;
  const isSchema = 'safeParse' in documented;
  const schema = isSchema ? documented : documented.content[type]?.schema;
  if (!schema) return `${status} as ${type} is not documented`;
  if (!type.endsWith('json')) return undefined;
  const body = JSON.parse(payload) as object;
  const { error } = schema.safeParse(body);
  if (error) return `the body of ${status} is another: ${error.message}`;
  if (status < 400 || isSchema) return undefined;
  const code = codeOf(body);
  const isNamed = documented.description.includes(`\`${code}\``);
  return isNamed ? undefined : `${status} ${code} is not documented`;
}

/**
 * Holds every answer of a server against what `/openapi.json` says of its call: status, type, body, and the code of a
 * refusal. Call it before the server listens; the set fills with what is wrong.
 */
export function watchResponses(app: App): ReadonlySet<string> {
  const wrong = new Set<string>();
  app.addHook('onError', async ({ method, routeOptions }, _reply, error) => {
    // The caller only sees a 500 then.
    if (error.code !== 'FST_ERR_RESPONSE_SERIALIZATION') return;
    wrong.add(`${method} ${routeOptions.url}: ${error.message}: ${String(error.cause)}`);
  });
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const { url, schema } = routeOptions;
    const { statusCode: status } = reply;
    // A request to another address of the site is sent on before it is a call at all.
    if (!schema || schema.hide || status === 308) return payload;
    const responses = schema.response as Readonly<Record<number, Documented>> | undefined;
    const [type = ''] = String(reply.getHeader('content-type') ?? '').split(';');
    const text = complaint(responses?.[status], { status, type, payload });
    if (text) wrong.add(`${method} ${url}: ${text}`);
    return payload;
  });
  return wrong;
}

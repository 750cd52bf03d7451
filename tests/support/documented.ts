import type { App } from '@coachsite/server/app';

/** The method of a Zod schema that is used here. */
interface Schema {
  readonly safeParse: (value: unknown) => { readonly error?: { readonly message: string } };
}

/** A documented response: a schema, or a description with one schema per content type. */
type Documented =
  | Schema
  | {
      readonly description: string;
      readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
    };

interface SentResponse {
  readonly status: number;
  readonly type: string;
  readonly payload: unknown;
}

/** The code of an error, in any of the three shapes of the services. */
function codeOf(body: object): string {
  const { error_code, code, error } = body as Readonly<Record<string, unknown>>;
  return String([error_code, code, error].find((each) => typeof each === 'string'));
}

/** How a response differs from what is documented of its route; `undefined` when it does not. */
function mismatch(
  documented: Documented | undefined,
  { status, type, payload }: SentResponse,
): string | undefined {
  if (!documented) return `${status} is not documented: ${String(payload).slice(0, 200)}`;
  if (typeof payload !== 'string' || payload === '') return undefined;
  const isSchema = 'safeParse' in documented;
  const schema = isSchema ? documented : documented.content[type]?.schema;
  if (!schema) return `${status} as ${type} is not documented`;
  if (!type.endsWith('json')) return undefined;
  const body = JSON.parse(payload) as object;
  const { error } = schema.safeParse(body);
  if (error) return `the body of ${status} differs: ${error.message}`;
  if (status < 400 || isSchema) return undefined;
  const code = codeOf(body);
  const isNamed = documented.description.includes(`\`${code}\``);
  return isNamed ? undefined : `${status} ${code} is not documented`;
}

/**
 * Compares every response of a server with what `/openapi.json` says of its route: status, content type, body and error
 * code. Call it before the server listens. The set that it returns collects the differences.
 */
export function watchResponses(app: App): ReadonlySet<string> {
  const wrong = new Set<string>();
  app.addHook('onError', async ({ method, routeOptions }, _reply, error) => {
    // The client only gets a 500 then.
    if (error.code !== 'FST_ERR_RESPONSE_SERIALIZATION') return;
    wrong.add(`${method} ${routeOptions.url}: ${error.message}: ${String(error.cause)}`);
  });
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const { url, schema } = routeOptions;
    const { statusCode: status } = reply;
    // The redirect to the canonical host happens before any route.
    if (!schema || schema.hide || status === 308) return payload;
    const responses = schema.response as Readonly<Record<number, Documented>> | undefined;
    const [type = ''] = String(reply.getHeader('content-type') ?? '').split(';');
    const text = mismatch(responses?.[status], { status, type, payload });
    if (text) wrong.add(`${method} ${url}: ${text}`);
    return payload;
  });
  return wrong;
}

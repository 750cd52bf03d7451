import { anyCharacter } from '@coachsite/core/testing';
import fc from 'fast-check';

/** The parts of a JSON Schema that the generator reads. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
}

/** The description of the calls, as /openapi.json has it. */
export interface Calls {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A request that some part of the server has to reject. */
export interface WrongRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Stands in every secret and address that is sent, so that a log that holds one is found. */
export const marker = 'zeldzaamgeheim';

const nasty = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%zz',
  '%E0%A4%A',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '#{7*7}',
  '\u0000',
  '\ud800',
  '\u202eevil',
  'A'.repeat(5000),
  '9'.repeat(400),
  '1e999',
  'javascript:alert(1)',
  '//evil.example',
  `${marker}@example.com`,
  `${marker}-Password1!`,
  `+32470${'1'.repeat(6)}`,
  '123456',
  '00000000-0000-4000-8000-000000000000',
  'eq.00000000-0000-4000-8000-000000000000',
  `eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.${marker}`,
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  fc.string({ maxLength: 40 }),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

/** Any JSON, with keys that have tricked programs before, deep or wide. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: text },
  fc.double(),
  fc.constantFrom<unknown>(null, true, [], {}, 1e308, -0, 2 ** 53),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'a', 'toString'), text, { maxKeys: 3 }),
  fc
    .integer({ min: 1, max: 3000 })
    .map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
  fc.array(text, { maxLength: 5 }),
);

/** Values that this server knows, by the name of their parameter or property: they lead past the first checks. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Half of the values are known ones where there are any. */
const orKnown = (
  known: KnownValues,
  name: string,
  other: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> => {
  const values = known[name] ?? [];
  return values.length > 0 ? fc.oneof(fc.constantFrom(...values), other) : other;
};

/** A value for a schema: often right, often not, so that requests get past the first check too. */
function valueFor(schema: Schema, known: KnownValues, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 4) return anyJson;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  const right: fc.Arbitrary<unknown> = choices
    ? fc.oneof(...choices.map((choice) => valueFor(choice, known, depth + 1)))
    : schema.enum
      ? fc.constantFrom(...schema.enum)
      : schema.const !== undefined
        ? fc.constant(schema.const)
        : schema.properties
          ? fc.record(
              Object.fromEntries(
                Object.entries(schema.properties).map(([name, inner]) => [
                  name,
                  orKnown(known, name, valueFor(inner, known, depth + 1)),
                ]),
              ),
              { requiredKeys: [] },
            )
          : schema.items
            ? fc.array(valueFor(schema.items, known, depth + 1), { maxLength: 3 })
            : schema.type === 'number' || schema.type === 'integer'
              ? fc.double()
              : schema.type === 'boolean'
                ? fc.boolean()
                : text;
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: anyJson });
}

const jsonText = (schema: Schema, known: KnownValues) => {
  const json = valueFor(schema, known).map((value) => JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 6, arbitrary: json },
    { weight: 1, arbitrary: json.map((whole) => whole.slice(0, -1)) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 100 }) },
  );
};

/** A form with the fields of a schema. */
const formText = (schema: Schema, known: KnownValues) =>
  valueFor(schema, known).map((value) => {
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    const texts = fields.map(([name, field]) => [
      name,
      typeof field === 'string' ? field : JSON.stringify(field),
    ]);
    return new URLSearchParams(texts).toString();
  });

/** Values that an HTTP client lets through. */
const headerValue = text.map((value) => value.replace(/[^\x20-\x7e]/g, '').slice(0, 2000));

const headerNames = [
  'authorization',
  'accept',
  'accept-encoding',
  'accept-language',
  'accept-profile',
  'apikey',
  'content-profile',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'prefer',
  'range',
  'referer',
  'sec-fetch-site',
  'user-agent',
  'x-client-info',
  'x-device',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-http-method-override',
  'x-session-transport',
  'x-supabase-api-version',
  'x-upsert',
];
const plausible: Readonly<Record<string, readonly string[]>> = {
  range: ['bytes=0-', 'bytes=-1', 'bytes=9999999999-', 'bytes=0-1,2-3', 'bytes=5-2'],
  cookie: [`cs-access=${marker}`, `cs-refresh=${marker}; language=xx`, 'a=b; '.repeat(300)],
  host: ['localhost', '[::', 'a b', '%zz', 'localhost:99999', 'evil.example', '[::1]'],
  authorization: [`Bearer ${marker}`, 'Bearer', 'Basic eDp5', `Bearer ${'x'.repeat(4000)}`],
  'x-session-transport': ['cookie'],
  'sec-fetch-site': ['same-origin', 'cross-site', 'none'],
  expect: ['100-continue'],
};
const headersOf = (bearers: readonly string[]) => {
  const one = fc
    .constantFrom(...headerNames)
    .chain((name) =>
      fc
        .oneof(headerValue, ...(plausible[name] ? [fc.constantFrom(...plausible[name])] : []))
        .map((value) => [name, value] as const),
    );
  const signedIn = fc
    .constantFrom(...bearers)
    .map((bearer) => [['authorization', `Bearer ${bearer}`] as const]);
  return fc
    .tuple(fc.array(one, { maxLength: 4 }), fc.oneof(fc.constant([]), signedIn))
    .map(([wrong, own]) => Object.fromEntries([...wrong, ...own]));
};

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/pdf',
  'text/plain',
  'application/json; charset=utf-16',
  'nonsense',
  '',
];

/** Requests to one call. Most have the shape that the call expects, with wrong values. */
function requestTo(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
  bearers: readonly string[],
  known: KnownValues,
): fc.Arbitrary<WrongRequest> {
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole);
  const query = fc.record(
    Object.fromEntries(
      parameters
        .filter((each) => each.in === 'query')
        .map(({ name }) => [name, orKnown(known, name, text)]),
    ),
    { requiredKeys: [] },
  );
  const [[type, content] = [undefined, undefined]] = Object.entries(requestBody?.content ?? {});
  const schema = content?.schema ?? {};
  const right = (type?.includes('urlencoded') ? formText : jsonText)(schema, known);
  const body = content
    ? fc.oneof(
        {
          weight: 5,
          arbitrary: right.map((sent) => [type, sent] as const),
        },
        {
          weight: 1,
          arbitrary: fc.tuple(fc.constantFrom(...types), jsonText(schema, known)),
        },
        { weight: 1, arbitrary: fc.constantFrom([type, undefined] as const, [type, ''] as const) },
      )
    : fc.oneof(
        fc.constant([undefined, undefined] as const),
        fc.tuple(fc.constantFrom(...types), text),
      );
  return fc
    .tuple(
      fc.array(text, { minLength: pathParameters.length, maxLength: pathParameters.length }),
      query,
      fc.option(text, { nil: undefined }),
      headersOf(bearers),
      body,
    )
    .map(([segments, values, extra, headers, [sentType, sent]]) => {
      let url = path;
      for (const [index, name] of pathParameters.entries())
        url = url.replace(name, encodeURIComponent((segments[index] ?? '').toWellFormed()));
      const search = new URLSearchParams(
        Object.entries(values).map(([name, value]) => [name, String(value)]),
      ).toString();
      const tail = extra === undefined ? '' : `&${encodeURIComponent(extra.toWellFormed())}`;
      const isRead = method === 'get' || method === 'head';
      return {
        method: method.toUpperCase(),
        url: `${url}?${search}${tail}`,
        headers: {
          ...headers,
          ...(sentType === undefined || isRead ? {} : { 'content-type': sentType }),
        },
        body: isRead ? undefined : sent,
      };
    });
}

/**
 * Wrong requests to every call that /openapi.json describes and to `pages`, so that a new call is covered without being
 * named here. `bearers` are tokens of a member and an admin; `known` are values of this server.
 */
export function wrongRequests(
  calls: Calls,
  pages: readonly string[],
  bearers: readonly string[],
  known: KnownValues = {},
): readonly fc.Arbitrary<WrongRequest>[] {
  const described = Object.entries(calls.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestTo(path, method, operation, bearers, known),
    ),
  );
  const anyQuery = {
    parameters: ['q', 'lang', 'category', 'redirect'].map((name) => ({ name, in: 'query' })),
  };
  const read = pages.map((path) => requestTo(path, 'get', anyQuery, bearers, known));
  const methods = ['put', 'patch', 'delete', 'options', 'post'];
  const others = pages.map((path, index) =>
    requestTo(path, methods[index % methods.length] ?? 'put', {}, bearers, known),
  );
  return [...described, ...read, ...others];
}

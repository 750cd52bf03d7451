import {
  AuthErrorBody,
  DataErrorBody,
  SiteErrorBody,
  StorageErrorBody,
} from '@coachsite/adapters/contract';
import swagger from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import program from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import type { App } from './create-app.ts';
import { type DocumentedErrors, merged } from './documented-errors.ts';
import { accessCookieName } from './session-cookies.ts';

/** The errors of one service: their form, and those that any of its routes can have. */
interface Service {
  readonly form: z.ZodType;
  readonly always: DocumentedErrors;
  /** Routes with a body. */
  readonly body: DocumentedErrors;
  /** Routes whose body is validated by a schema. */
  readonly validatedBody: DocumentedErrors;
  /** Routes whose path or query is validated by a schema. */
  readonly validatedUrl: DocumentedErrors;
}

const invalid: DocumentedErrors = { 400: ['validation_failed'] };

const auth: Service = {
  form: AuthErrorBody,
  always: { 414: ['validation_failed'], 500: ['unexpected_failure'], 503: ['unexpected_failure'] },
  body: { 400: ['bad_json'], 413: ['request_entity_too_large'], 415: ['validation_failed'] },
  validatedBody: invalid,
  validatedUrl: invalid,
};

const data: Service = {
  form: DataErrorBody,
  always: { 414: ['PGRST102'], 500: ['XX000'], 503: ['XX000'] },
  body: { 400: ['PGRST102'], 413: ['PGRST102'], 415: ['PGRST102'] },
  validatedBody: {},
  validatedUrl: {},
};

const always = { 414: ['uri_too_long'], 500: ['unexpected_failure'], 503: ['unavailable'] };

const storage: Service = {
  form: StorageErrorBody,
  always,
  body: {},
  validatedBody: {},
  validatedUrl: {},
};

const site: Service = {
  form: SiteErrorBody,
  always,
  body: { 400: ['bad_request'], 413: ['body_too_large'], 415: ['unsupported_media_type'] },
  validatedBody: { 422: ['validation_failed'] },
  validatedUrl: invalid,
};

function serviceOf(url: string): Service {
  if (url.startsWith('/auth/v1')) return auth;
  if (url.startsWith('/rest/v1')) return data;
  return url.startsWith('/storage/v1') ? storage : site;
}

/** The groups of calls, in the order of the documentation. */
const tags = [
  { name: 'site', description: 'What visitors call: contact, waiting list, e-book, consent' },
  { name: 'account', description: 'A member’s own sessions, data and recovery codes' },
  { name: 'admin', description: 'The admin area; needs the role admin' },
  { name: 'auth', description: 'Accounts and sessions, in the wire format of GoTrue' },
  { name: 'data', description: 'Roles and functions, in the wire format of PostgREST' },
  {
    name: 'storage',
    description: 'The file of the e-book, in the wire format of Supabase Storage',
  },
];

function tagOf(url: string): string {
  if (url.startsWith('/auth/v1')) return 'auth';
  if (url.startsWith('/rest/v1')) return 'data';
  if (url.startsWith('/storage/v1')) return 'storage';
  if (url.startsWith('/api/admin/')) return 'admin';
  return url.startsWith('/api/account') ? 'account' : 'site';
}

const bodyMethods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** All errors of a route, its own and those of its service. */
function errorsOf({ url, method, schema, config }: RouteOptions): DocumentedErrors {
  const service = serviceOf(url);
  const takesBody = [method].flat().some((each) => bodyMethods.includes(each));
  const hasValidatedUrl = Boolean(schema?.querystring ?? schema?.params);
  return merged(
    config?.documentedErrors ?? {},
    ...(takesBody ? [service.body] : []),
    ...(schema?.body ? [service.validatedBody] : []),
    ...(hasValidatedUrl ? [service.validatedUrl] : []),
    service.always,
  );
}

/** Error codes of routes that need a user, and of routes where one is optional. */
const needsUser = ['no_authorization', 'AccessDenied'];
const takesUser = [...needsUser, 'PGRST301'];

/** The authentication of a route: a bearer token or the site's cookies. */
function securityOf(errors: DocumentedErrors) {
  const codes = Object.values(errors).flat();
  if (!codes.some((code) => takesUser.includes(code))) return {};
  const isFree = !codes.some((code) => needsUser.includes(code));
  return { security: [...(isFree ? [{}] : []), { bearer: [] }, { cookie: [] }] };
}

/** Adds the schemas that handlers check themselves. A body that is not JSON needs no conversion. Throws for a call without a name. */
const withReadings: typeof jsonSchemaTransform = (call) => {
  if (!call.schema?.hide && !call.schema?.operationId)
    throw new Error(`${call.route.method} ${call.url} has no operationId`);
  const { body, querystring } = call.route.config?.reads ?? {};
  const content = body && 'content' in body ? { body } : {};
  const schema = {
    ...call.schema,
    ...(body && !('content' in body) ? { body } : {}),
    ...(querystring ? { querystring } : {}),
  };
  const documented = jsonSchemaTransform({ ...call, schema });
  return { ...documented, schema: { ...documented.schema, ...content } };
};

/**
 * Documents the calls at `/openapi.json`, from the schemas that validate and name them and the tables that give errors
 * their status. An `operationId` is a name in generated clients: it does not change. Call it before the first route is added.
 */
export async function documentCalls(app: App, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: config.site.name,
        version: program.version,
        license: { name: program.license, identifier: program.license },
      },
      servers: [{ url: config.publicUrl }],
      tags,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          cookie: { type: 'apiKey', in: 'cookie', name: accessCookieName(config) },
        },
      },
    },
    transform: withReadings,
    transformObject: jsonSchemaTransformObject,
  });
  app.addHook('onRoute', (route) => {
    if (route.schema?.hide) return;
    const { form } = serviceOf(route.url);
    const errors = errorsOf(route);
    const errorResponses = Object.entries(errors).map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema: form } },
      },
    ]);
    const response = {
      ...(route.schema?.response as object),
      ...Object.fromEntries(errorResponses),
    };
    route.schema = { ...route.schema, ...securityOf(errors), tags: [tagOf(route.url)], response };
  });
}

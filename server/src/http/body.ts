import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { earlyError } from './errors.ts';
import { isUpload } from './limits.ts';

function hasPoison(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    const made =
      Object.hasOwn(next, 'constructor') && (next as { constructor: unknown }).constructor;
    if (typeof made === 'object' && made !== null && Object.hasOwn(made, 'prototype')) return true;
    waiting.push(...Object.values(next));
  }
  return false;
}

/** No valid body is nested deeper. Limited because code that walks a value recurses once per level. */
const depthLimit = 100;

function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthLimit) return true;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return false;
}

/** Made once: making one costs more than reading a body with it. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body: it must be UTF-8 and free of keys that pollute prototypes. An empty body counts as none. */
function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw earlyError(400);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isTooDeep(value) || hasPoison(value)) throw earlyError(400);
    return value;
  } catch {
    throw earlyError(400);
  }
}

/** Whether the headers of a request say that it has no body. */
const announcesNoBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

/** Whether a body has no bytes; reads its first chunk only. */
async function isEmpty(body: Readable): Promise<boolean> {
  if (body.readableLength === 0 && !body.readableEnded) {
    await new Promise((resolve) => {
      for (const event of ['readable', 'end', 'error', 'close']) body.once(event, resolve);
    });
  }
  return body.readableLength === 0;
}

/** The form of a content type. */
const isMediaType = /^\s*[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;|$)/;

/** Whether a content type asks for another character set than UTF-8. */
const isForeign = (type = '') => /charset\s*=\s*"?(?!utf-?8)/i.test(type);

/**
 * JSON is the only body most routes take: every other content type is rejected with 415, also from forms and
 * scripts. The content type of an empty body is ignored. Source: docs/security.md#IN-1, docs/security.md#IN-2, docs/security.md#IN-3.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', async (request) => {
    if (announcesNoBody(request)) {
      // Fastify looks for a parser as soon as there is a type; clients send one with every call.
      delete request.raw.headers['content-type'];
      return;
    }
    const { 'content-type': type = '' } = request.headers;
    const isMultipart = /^\s*multipart\//i.test(type) && !isUpload(request.url);
    // Uploads have a parser of their own, and Fastify rejects what is no type before it reads. Both are like any other
    // type, of which an empty body is taken.
    if (isMultipart || (type !== '' && !isMediaType.test(type)))
      request.raw.headers['content-type'] = 'application/octet-stream';
  });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length > 0 && isForeign(request.headers['content-type'])) throw earlyError(415);
      return parseJson(body);
    },
  );
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: Readable) => {
    if (await isEmpty(body)) return undefined;
    throw earlyError(415);
  });
}

/** No form has more fields. Limited because a body of separators alone would make hundreds of thousands. */
const fieldLimit = 100;

/** Parses a url-encoded body. */
function parseForm(body: string): Record<string, string> {
  if (body.split('&', fieldLimit + 1).length > fieldLimit) throw earlyError(400);
  return Object.fromEntries(new URLSearchParams(body));
}

/**
 * Lets the routes of this scope take url-encoded forms too; call it inside `app.register`. Only the contact form, the
 * links of notify-me mails, the callbacks of external sign-in and the preview of facts do.
 * Source: docs/security.md#IN-3.
 */
export function acceptForms(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const consumes = ['application/x-www-form-urlencoded', 'application/json'];
    route.schema = { ...route.schema, consumes };
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  );
}

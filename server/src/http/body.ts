import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import secureJson from 'secure-json-parse';
import { earlyError } from './errors.ts';
import { announcesNoBody, isUpload } from './limits.ts';

/** No valid body is nested deeper. Limited because code that walks a value recurses once per level. */
const depthLimit = 100;
/** No valid body has more values. Limited because parsing and checking each of them takes time of the main thread. */
const valueLimit = 2000;

const codeOf = (char: string) => char.charCodeAt(0);
const [quote, backslash, comma] = [codeOf('"'), codeOf('\\'), codeOf(',')];
const [listStart, listEnd, objectStart, objectEnd] = ['[', ']', '{', '}'].map(codeOf);

/** Whether JSON is nested too deep or has too many values. Looks at its bytes: parsing it costs many times as much. */
function isTooComplex(json: Buffer): boolean {
  let [depth, values, isText] = [0, 1, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === backslash) at += 1;
    else if (byte === quote) isText = !isText;
    else if (isText) continue;
    else if (byte === comma) values += 1;
    else if (byte === listEnd || byte === objectEnd) depth -= 1;
    else if (byte === listStart || byte === objectStart) {
      depth += 1;
      values += 1;
    }
    if (depth > depthLimit || values > valueLimit) return true;
  }
  return false;
}

/** Made once: making one costs more than reading a body with it. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body: it must be UTF-8, at most 100 levels deep, of at most 2000 values, and free of keys that pollute
 * prototypes. An empty body counts as none. Source: docs/security.md#IN-1, docs/performance.md#goal-21.
 */
function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (isTooComplex(body)) throw earlyError(400);
  try {
    return secureJson.parse(utf8.decode(body));
  } catch {
    throw earlyError(400);
  }
}

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
const isForeign = (type = '') => /charset\s*=(?!\s*"?utf-?8)/i.test(type);

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

/**
 * Lets the routes of this scope take a body of any type, or none, and ignores a body that is not a url-encoded form.
 * Call it inside `app.register`. Source: RFC 8058 3.2.
 */
export function acceptAnyBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['*', 'application/json']);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
}

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

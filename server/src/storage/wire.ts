import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { merged, type Refusals } from '../http/documented-errors.ts';

/** The error bodies of the storage service; `statusCode` is a string there. Source: docs/wire.md#13. */
const errors = {
  accessDenied: [403, 'AccessDenied', 'Unauthorized', 'new row violates row-level security policy'],
  invalidJwt: [400, 'InvalidJWT', 'InvalidJWT', 'The token is not valid'],
  noSuchKey: [404, 'NoSuchKey', 'not_found', 'Object not found'],
  noSuchBucket: [404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found'],
  exists: [409, 'KeyAlreadyExists', 'Duplicate', 'The resource already exists'],
  wrongType: [
    415,
    'InvalidMimeType',
    'invalid_mime_type',
    'mime type is not supported: the file is not a PDF',
  ],
  tooLarge: [
    413,
    'EntityTooLarge',
    'Payload too large',
    'The object exceeded the maximum allowed size',
  ],
  wrongMethod: [
    405,
    'MethodNotAllowed',
    'Method Not Allowed',
    'The object does not take that method',
  ],
  invalidKey: [400, 'InvalidKey', 'InvalidKey', 'The name of the object is not allowed'],
} as const;

export type StorageErrorName = keyof typeof errors;

/** Answers an error in the form of this service. */
export function sendStorageError(reply: FastifyReply, name: StorageErrorName): FastifyReply {
  const [status, code, error, text] = errors[name];
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ statusCode: String(status), code, error, message: text }));
}

/** The refusals of a call, from the table they are answered with. */
export const storageRefusals = (...names: readonly StorageErrorName[]): Refusals =>
  merged(...names.map((name) => ({ [errors[name][0]]: [errors[name][1]] })));

/** An object of the storage service, and one that was just put there. Source: docs/wire.md#13. */
export const ObjectInfo = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  bucket_id: z.string(),
  size: z.int(),
  content_type: z.string(),
  cache_control: z.string(),
  etag: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  last_modified: z.iso.datetime(),
  created_at: z.iso.datetime(),
});
export const UploadedObject = z.object({ Id: z.string(), Key: z.string() });

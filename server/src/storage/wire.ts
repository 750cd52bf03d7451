import { errorTable, type StorageErrorKind, type StorageForm } from '@coachsite/adapters/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type DocumentedErrors, merged } from '../http/documented-errors.ts';

/** Sends an error in the form of this service; `statusCode` is a string there. Source: docs/wire.md#13. */
export function sendStorageError(
  reply: FastifyReply,
  kind: StorageErrorKind,
  given?: string,
): FastifyReply {
  const { status, code, error, message } = formOf(kind);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ statusCode: String(status), code, error, message: given ?? message }));
}

function formOf(kind: StorageErrorKind): Required<StorageForm> {
  const row: { readonly status: number; readonly message?: string } = errorTable[kind];
  const form: StorageForm = errorTable[kind].storage;
  return { status: row.status, message: row.message ?? '', ...form };
}

/** The form of errors of this service: their codes, by their status. */
export const storageErrors = (kinds: readonly StorageErrorKind[]): DocumentedErrors =>
  merged(
    ...kinds.map((kind) => {
      const { status, code } = formOf(kind);
      return { [status]: [code] };
    }),
  );

/** An object of the storage service, and one that was just put there. */
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

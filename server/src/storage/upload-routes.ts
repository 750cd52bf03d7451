import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AdminError, adminErrors } from '../access/actor.ts';
import { adminsOnly } from '../access/admission.ts';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/create-app.ts';
import { documentsErrors } from '../http/documented-errors.ts';
import { isMethodWrong } from '../http/errors.ts';
import { drain, formContent, rawContent } from '../http/upload.ts';
import { base, bucket, objectName, objectPath, otherCall } from './object-path.ts';
import { receiveEbook, receiveErrors } from './receive-ebook.ts';
import { sendStorageError, storageErrors, UploadedObject } from './wire.ts';

/** The published client puts the file into a field without a name. */
const fileField = '';

/** The error for what no route takes. */
const answers = {
  unsupported: 'storage_call_unsupported',
  bucket: 'bucket_not_found',
  object: 'ebook_not_found',
} as const;

/** Errors before the body is read, in this service's words. */
function sendAdminError(reply: FastifyReply, error: AdminError): FastifyReply {
  drain(reply.request);
  return sendStorageError(reply, error.kind);
}

/** Uploads of the e-book, and the errors for every other path of the storage service. */
export function uploadRoutes(app: App, ports: Ports, config: Config): void {
  // A scope of its own, in which a body of any content type is an unread stream.
  app.register(async (scope) => {
    scope.removeContentTypeParser(['application/json', 'text/plain']);
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const onRequest = adminsOnly(ports, config, sendAdminError);
    const upload = {
      url: objectPath,
      onRequest,
      config: {
        ...documentsErrors<AdminError | typeof receiveEbook>(storageErrors)([
          ...adminErrors,
          'ebook_exists',
          ...receiveErrors,
        ]),
        reads: { body: { content: { ...rawContent, ...formContent(fileField) } } },
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const mayReplace = request.method === 'PUT' || request.headers['x-upsert'] === 'true';
        const form = { field: fileField, fallbackName: objectName, onlyFirst: !mayReplace };
        const received = await receiveEbook(request, ports, config.ebookMaxBytes, form);
        if (received.isErr()) {
          const { error } = received;
          return sendStorageError(
            reply,
            error.kind,
            'message' in error ? error.message : undefined,
          );
        }
        return reply.send({ Id: received.value.ebook.id, Key: `${bucket}/${objectName}` });
      },
    };
    const response = { 200: UploadedObject };
    scope.route({
      ...upload,
      method: 'POST',
      schema: { operationId: 'uploadEbookFile', summary: 'Uploads the e-book', response },
    });
    scope.route({
      ...upload,
      method: 'PUT',
      schema: { operationId: 'replaceEbookFile', summary: 'Replaces the e-book', response },
    });
    scope.route({
      method: ['POST', 'PUT'],
      url: `${base}/${bucket}/*`,
      schema: { hide: true },
      onRequest,
      handler: async (request, reply) => {
        drain(request);
        return sendStorageError(reply, 'object_name_invalid');
      },
    });
    scope.all('/storage/v1/*', { schema: { hide: true } }, async (request, reply) => {
      drain(request);
      if (isMethodWrong(request, reply)) return sendStorageError(reply, 'method_not_allowed');
      const { '*': path } = request.params as { '*': string };
      return sendStorageError(reply, answers[otherCall(request.method, path)]);
    });
  });
}

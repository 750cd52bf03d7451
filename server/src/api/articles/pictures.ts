import { pictureUrl } from '@coachsite/adapters/articles';
import { ArticlePicture } from '@coachsite/adapters/contract';
import { adminRouteWith } from '../../access/actor.ts';
import { adminsOnly } from '../../access/admission.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http/create-app.ts';
import { sendSiteError } from '../../http/site-errors.ts';
import { drain, formContent } from '../../http/upload.ts';
import { sendUploadError } from '../../http/upload-error.ts';
import { receivePicture, receivePictureErrors } from '../receive-picture.ts';
import { articlesCall } from './article-desk.ts';

/** Field of the form that holds the picture. Source: docs/contract.md#3. */
const fileField = 'file';

/** Stores a picture for an article, before a text names it. */
export function articlePictureRoutes(app: App, ports: Ports, config: Config): void {
  app.post(
    `${articlesCall}/pictures`,
    {
      onRequest: adminsOnly(ports, config, (reply, error) => {
        drain(reply.request);
        return sendSiteError(reply, error);
      }),
      config: {
        ...adminRouteWith<typeof receivePicture>()([...receivePictureErrors]),
        reads: { body: { content: formContent(fileField) } },
      },
      schema: {
        operationId: 'saveArticlePicture',
        summary: 'Stores a picture for an article',
        response: { 201: ArticlePicture },
      },
    },
    async (request, reply) => {
      const received = await receivePicture(request, ports.pictureMaker, fileField, 'text');
      if (received.isErr()) return sendUploadError(reply, received.error);
      const { key, width, height } = received.value;
      await ports.content.addPicture(received.value, ports.clock.now());
      const url = pictureUrl(key, width, height);
      return reply.code(201).send({ name: key, url, width, height });
    },
  );
}

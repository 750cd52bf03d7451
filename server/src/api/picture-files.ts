import type { ImageFormat } from '@coachsite/core/content';
import { z } from 'zod';
import type { Ports } from '../compose/index.ts';
import type { App } from '../http/create-app.ts';
import { sendError } from '../http/errors.ts';

const types: Readonly<Record<ImageFormat, string>> = { avif: 'image/avif', jpg: 'image/jpeg' };

const PictureParams = z.object({ name: z.string().max(100) });

/** The name of a file: its key, its width, and the height where a text gives it. */
const fileName = /^([0-9a-f]{24})-(\d{2,4})(?:x\d{2,4})?\.(avif|jpg)$/;

/** Serves the pictures of the database below a folder, to everybody and for ever: a key is a digest. */
export function pictureFileRoutes(
  app: App,
  { content }: Pick<Ports, 'content'>,
  folder: string,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${folder}/:name`,
    schema: { hide: true, params: PictureParams },
    handler: async (request, reply) => {
      const { name } = request.params as z.infer<typeof PictureParams>;
      const [, key = '', width = '', format = ''] = fileName.exec(name) ?? [];
      const bytes = await content.pictureFile(key, Number(width), format as ImageFormat);
      if (!bytes) return sendError(request, reply, 'not_found');
      return reply
        .type(types[format as ImageFormat])
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(Buffer.from(bytes));
    },
  });
}

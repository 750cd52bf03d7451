import { type PackedFile, packed, picturesIn } from '@coachsite/adapters/articles';
import { pictureWidths } from '@coachsite/adapters/contract';
import { articleFileName } from '@coachsite/core/blog';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { adminRoute } from '../../access/actor.ts';
import { adminsOnly } from '../../access/admission.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http/create-app.ts';
import { type ArticleDesk, articlesCall } from './article-desk.ts';

/** The files of the archive: each article as it is on the site or in its file, and each picture that one shows. */
async function* filesOf(
  { content }: Pick<Ports, 'content'>,
  desk: ArticleDesk,
): AsyncGenerator<PackedFile> {
  const saved = await desk.saved();
  const urls = new Set<string>();
  for (const name of desk.all()) {
    const text = desk.textOf(name, saved) ?? '';
    for (const [url] of text.matchAll(/\/pictures\/[0-9a-f]{24}-\d+x\d+\.jpg/g)) urls.add(url);
    yield { name: `articles/${articleFileName(name)}`, bytes: Buffer.from(text) };
  }
  for (const url of urls) {
    const [key = ''] = picturesIn(url);
    const width = Number(/-(\d+)x/.exec(url)?.[1]);
    const [largest = width] = pictureWidths(width).toReversed();
    const bytes = await content.pictureFile(key, largest, 'jpg');
    if (bytes) yield { name: url.slice(1), bytes };
  }
}

const sendArchive = (reply: FastifyReply, name: string, files: AsyncIterable<PackedFile>) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/x-tar')
    .send(packed(files));

/** Every article as a file of its own, with its pictures, in one archive. */
export function exportRoute(app: App, ports: Ports, config: Config, desk: ArticleDesk): void {
  const archive = { 'application/x-tar': { schema: z.string().meta({ format: 'binary' }) } };
  app.get(
    `${articlesCall}/export`,
    {
      onRequest: adminsOnly(ports, config),
      config: adminRoute,
      schema: {
        operationId: 'exportArticles',
        summary: 'Every article as a Markdown file, with its pictures, as a tar archive',
        response: { 200: { description: 'The archive', content: archive } },
      },
    },
    async (_request, reply) =>
      sendArchive(reply, `articles-${desk.today()}.tar`, filesOf(ports, desk)),
  );
}

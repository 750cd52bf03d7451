import { AdminFacts } from '@coachsite/adapters/contract';
import { changePortrait } from '@coachsite/core/facts';
import { err } from 'neverthrow';
import { adminRouteWith } from '../../access/actor.ts';
import { adminsOnly } from '../../access/admission.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http/create-app.ts';
import { sendSiteError } from '../../http/site-errors.ts';
import { drain, formContent } from '../../http/upload.ts';
import type { FactsFollower } from '../../pages/follow-facts.ts';
import { pictureFileRoutes } from '../picture-files.ts';
import { receivePicture, receivePictureErrors } from '../receive-picture.ts';
import { changeSender, editorOf, factsCall } from './facts-json.ts';

/** Field of the form that holds the picture. Source: docs/contract.md#3. */
const fileField = 'file';

/** The portrait: replaced and removed by admins, and served to everybody. */
export function sitePortraitRoutes(
  app: App,
  ports: Ports,
  config: Config,
  follower: FactsFollower,
): void {
  const sendChange = changeSender(ports, config, follower);
  const path = `${factsCall}/portrait`;
  const live = config.liveFacts;

  const uploadHook = adminsOnly(ports, config, (reply, error) => {
    drain(reply.request);
    return sendSiteError(reply, error);
  });
  app.put(
    path,
    {
      onRequest: uploadHook,
      config: {
        ...adminRouteWith<typeof changePortrait | typeof receivePicture>()([
          'facts_conflict',
          'facts_invalid',
          ...receivePictureErrors,
        ]),
        reads: { body: { content: formContent(fileField) } },
      },
      schema: {
        operationId: 'savePortrait',
        summary: 'Saves the portrait of the coach',
        response: { 200: AdminFacts },
      },
    },
    async (request, reply) => {
      const portrait = await receivePicture(request, ports.pictureMaker, fileField, 'portrait');
      const changed = portrait.isErr()
        ? err(portrait.error)
        : await changePortrait(ports, live, { ...editorOf(request), portrait: portrait.value });
      return sendChange(request, reply, changed);
    },
  );

  app.delete(
    path,
    {
      onRequest: adminsOnly(ports, config),
      config: adminRouteWith<typeof changePortrait>()(['facts_conflict', 'facts_invalid']),
      schema: {
        operationId: 'deletePortrait',
        summary: 'Removes the portrait of the coach',
        response: { 200: AdminFacts },
      },
    },
    async (request, reply) =>
      sendChange(request, reply, await changePortrait(ports, live, editorOf(request))),
  );

  pictureFileRoutes(app, ports, '/portrait');
}

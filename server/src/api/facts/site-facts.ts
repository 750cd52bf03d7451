import {
  AdminFacts,
  FactsErrorBody,
  FactsRequest,
  FactsVersionParams,
  FactsVersions,
  MissingFacts,
} from '@coachsite/adapters/contract';
import {
  changedFacts,
  layOver,
  type OwnerFacts,
  restoreFacts,
  saveFacts,
} from '@coachsite/core/facts';
import { adminRoute, adminRouteWith } from '../../access/actor.ts';
import { adminsOnly } from '../../access/admission.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import { siteOf } from '../../config/live-facts.ts';
import type { App } from '../../http/create-app.ts';
import { languageOf } from '../../http/language.ts';
import type { FactsFollower } from '../../pages/follow-facts.ts';
import {
  changeSender,
  draftLimit,
  editorOf,
  factsCall,
  factsJson,
  sendProblems,
  toTime,
} from './facts-json.ts';
import { missingText } from './facts-texts.ts';
import { missingOf } from './preflight.ts';
import { completeFacts, readDraft } from './read-draft.ts';

/**
 * The owner's facts: read, changed and restored, with their versions. A change is on every page of this process
 * before it is confirmed. Source: docs/contract.md#3.
 */
export function siteFactsRoutes(
  app: App,
  ports: Ports,
  config: Config,
  follower: FactsFollower,
): void {
  const onRequest = adminsOnly(ports, config);
  const live = config.liveFacts;
  const { send, emailOf } = factsJson(ports, config, follower);
  const sendChange = changeSender(ports, config, follower);
  const reading = { onRequest, config: adminRoute };

  app.get(
    factsCall,
    {
      ...reading,
      schema: {
        operationId: 'getFacts',
        summary: 'Reads the facts of the owner',
        response: { 200: AdminFacts },
      },
    },
    async (_request, reply) => send(reply, await ports.facts.current()),
  );

  /** A portrait has its own call, so a draft may only name one that is kept. */
  const isKept = async (key: string) =>
    key === '' ||
    key === live.file.coach.portrait.file ||
    (await ports.content.pictureFile(key, 96, 'jpg')) !== undefined;

  app.put(
    factsCall,
    {
      onRequest,
      bodyLimit: draftLimit,
      config: {
        ...adminRouteWith<typeof saveFacts>()(['facts_conflict', 'facts_invalid']),
        reads: { body: FactsRequest },
      },
      schema: {
        operationId: 'saveFacts',
        summary: 'Saves the facts of the owner',
        response: { 200: AdminFacts, 422: FactsErrorBody },
      },
    },
    async (request, reply) => {
      const read = readDraft(FactsRequest, request.body);
      if (read.isErr()) return sendProblems(reply, languageOf(request), read.error);
      const { version: base, samples, facts: draft } = read.value;
      const facts = completeFacts(live.file, draft);
      if (!(await isKept(facts.coach.portrait.file))) {
        const problem = { field: 'coach.portrait.file', reason: 'not_a_portrait' } as const;
        return sendProblems(reply, languageOf(request), [problem]);
      }
      const change = { ...editorOf(request), facts, base, ...(samples && { samples }) };
      const saved = await saveFacts(ports, live, change);
      return sendChange(request, reply, saved);
    },
  );

  app.get(
    `${factsCall}/versions`,
    {
      ...reading,
      schema: {
        operationId: 'listFactsVersions',
        summary: 'Lists the saved versions of the facts',
        response: { 200: FactsVersions },
      },
    },
    async (_request, reply) => {
      const versions = await ports.facts.versions();
      const factsAt = (index: number) =>
        layOver<OwnerFacts>(live.file, versions[index]?.content ?? {});
      const rows = versions.map(async ({ id, savedAt, savedBy }, index) => ({
        id,
        active: index === 0,
        savedAt: toTime(savedAt),
        savedBy: await emailOf(savedBy),
        changed: [...changedFacts(factsAt(index + 1), factsAt(index))],
      }));
      const isFile = versions.length === 0;
      const file = { id: 0, active: isFile, savedAt: null, savedBy: null, changed: [] };
      return reply.send([...(await Promise.all(rows)), file]);
    },
  );

  app.post(
    `${factsCall}/versions/:id/restore`,
    {
      onRequest,
      config: adminRouteWith<typeof restoreFacts>()(['facts_version_not_found', 'facts_conflict']),
      schema: {
        operationId: 'restoreFactsVersion',
        summary: 'Restores a version of the facts',
        params: FactsVersionParams,
        response: { 200: AdminFacts },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const restored = await restoreFacts(ports, live, { ...editorOf(request), id });
      return sendChange(request, reply, restored);
    },
  );

  app.get(
    `${factsCall}/missing`,
    {
      ...reading,
      schema: {
        operationId: 'listMissingFacts',
        summary: 'Lists the facts that are missing',
        response: { 200: MissingFacts },
      },
    },
    async (request, reply) => {
      const site = siteOf(live, await ports.facts.current());
      const missing = missingOf({ ...config, site }, ports.clock.now());
      return reply.send(
        missing.map(({ field, asks, isNeeded, ...rest }) => ({
          field,
          asks,
          needed: isNeeded,
          text: missingText(languageOf(request), rest),
        })),
      );
    },
  );
}

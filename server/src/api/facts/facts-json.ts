import type { AdminFacts } from '@coachsite/adapters/contract';
import type { SiteError } from '@coachsite/core/facts';
import {
  type FactProblem,
  type FactsVersion,
  factsOnly,
  layOver,
  type OwnerFacts,
} from '@coachsite/core/facts';
import { timeText } from '@coachsite/core/kernel';
import type { Language } from '@coachsite/core/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from 'neverthrow';
import { adminOf } from '../../access/admission.ts';
import { requestContext } from '../../access/throttle.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import { siteForm } from '../../http/documented-errors.ts';
import { languageOf } from '../../http/language.ts';
import { sendUploadError, type UploadError } from '../../http/upload-error.ts';
import type { FactsFollower } from '../../pages/follow-facts.ts';
import { factReasonText, problemTexts } from './facts-texts.ts';

/** Path of the calls for the facts. Source: docs/contract.md#3. */
export const factsCall = '/api/admin/site';

/** A draft with the texts of all fields, in bytes. */
export const draftLimit = 512 * 1024;

/** A time as it is sent. */
export const toTime = (at: number | undefined) => (at === undefined ? null : timeText(at));

/** Who sends a change. */
export const editorOf = (request: FastifyRequest) => ({
  actor: adminOf(request),
  context: requestContext(request),
});

/** Wrong facts, each field with its reason in the admin's language. */
export function sendProblems(
  reply: FastifyReply,
  language: Language,
  problems: readonly FactProblem[],
): FastifyReply {
  const { status, code } = siteForm('facts_invalid');
  const fields = Object.fromEntries(
    problems.map((problem) => [problem.field, factReasonText(language, problem)]),
  );
  const message = problemTexts[language].facts_invalid;
  return reply.code(status).send({ code, message, fields });
}

/** The facts as they are sent to admins. */
export function factsJson(
  ports: Ports,
  config: Config,
  follower: Pick<FactsFollower, 'isPublished'>,
) {
  const emailOf = async (id: string | undefined) =>
    (id === undefined ? undefined : await ports.users.byId(id))?.email ?? null;
  return {
    emailOf,
    send: async (reply: FastifyReply, version: FactsVersion | undefined): Promise<FastifyReply> => {
      const site = layOver<OwnerFacts>(config.liveFacts.file, version?.content ?? {});
      const json: AdminFacts = {
        version: version?.id ?? 0,
        savedAt: toTime(version?.savedAt),
        savedBy: await emailOf(version?.savedBy),
        facts: factsOnly(site),
        samples: [...(version?.content.samples ?? [])],
        fixed: config.fixedBookingUrl === undefined ? [] : ['bookingUrl'],
        isPublished: follower.isPublished(),
      };
      return reply.send(json);
    },
  };
}

/** Sends the outcome of a change, once every page of this process shows it or could not be rendered. */
export function changeSender(ports: Ports, config: Config, follower: FactsFollower) {
  const { send } = factsJson(ports, config, follower);
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    changed: Result<FactsVersion, SiteError | UploadError>,
  ): Promise<FastifyReply> => {
    if (changed.isOk()) {
      await follower.publish();
      return send(reply, changed.value);
    }
    const { error } = changed;
    if (error.kind === 'facts_invalid')
      return sendProblems(reply, languageOf(request), error.problems);
    return sendUploadError(reply, error);
  };
}

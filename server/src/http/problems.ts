import { problemStatus } from '@coachsite/adapters/contract';
import type { Problem } from '@coachsite/core/problems';
import texts from '@coachsite/ui/content/en/problems.json' with { type: 'json' };
import type { FastifyReply } from 'fastify';

/** The text of the pages with the facts filled in; one of them speaks of the page it stands on. */
function sentence({ kind, ...facts }: Problem): string {
  if (kind === 'over_request_rate_limit') {
    return 'Too many requests. Please wait before trying again.';
  }
  const values = new Map<string, unknown>(Object.entries(facts));
  return texts[kind].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    [values.get(name)].flat().join(', '),
  );
}

/**
 * Answers a refusal of the site's own calls (`/api`): the status of its kind, a stable `code`, a `message`
 * in English, and the facts of the refusal. Seconds to wait also go into `Retry-After`.
 */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { kind, ...facts } = problem;
  if ('retryAfterSeconds' in problem) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(problem.retryAfterSeconds))));
  }
  return reply
    .code(problemStatus[kind])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: kind, message: sentence(problem), ...facts }));
}

import { errorTable, statusOfKind, weakPasswordText } from '@coachsite/adapters/contract';
import { emailReasonsText, passwordFeedbackText } from '@coachsite/core/account';
import type { SiteError, SiteErrorKind } from '@coachsite/core/facts';
import english from '@coachsite/ui/content/en/problems.json' with { type: 'json' };
import type { FastifyReply } from 'fastify';

/** A kind without an English text does not compile; `ui/src/i18n/texts.ts` does the same for Dutch. */
const texts: Readonly<Record<SiteErrorKind, string>> = english;

/** The values of an error as a person reads them: the reasons against an e-mail address or a password in words. */
function readable(error: SiteError): object {
  if (error.kind === 'invalid_email') return { reasons: emailReasonsText(error.reasons) };
  if (error.kind !== 'weak_password') return error;
  // A password that is too long or too common lacks nothing that the feedback names.
  const text = passwordFeedbackText(error.feedback);
  return { feedback: text || weakPasswordText(error.reasons, error.feedback) };
}

function textOf(error: SiteError): string {
  if (error.kind === 'not_an_image' && error.reason) return english.picture[error.reason];
  return texts[error.kind];
}

/** The pages' English text with its values filled in. The rate limit has another text, as the pages' one refers to a page. */
export function englishText(error: SiteError): string {
  if (error.kind === 'over_request_rate_limit') {
    return errorTable.over_request_rate_limit.auth.message;
  }
  const values = new Map<string, unknown>(Object.entries(readable(error)));
  return textOf(error).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    [values.get(name)].flat().join(', '),
  );
}

/**
 * Sends an error of the site's own API (`/api`): the status of its kind, a stable `code`, a `message` in English, and
 * the error's own fields. Seconds to wait also go into `Retry-After`.
 */
export function sendSiteError(reply: FastifyReply, error: SiteError): FastifyReply {
  const { kind, ...extra } = error;
  if ('retryAfterSeconds' in error) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
  }
  return reply
    .code(statusOfKind(kind))
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: kind, message: englishText(error), ...extra }));
}

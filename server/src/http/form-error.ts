import { type Language, languageUrl } from '@coachsite/core/language';
import { escapeMarkup } from '@coachsite/core/text';
import en from '@coachsite/ui/content/en/failures.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/failures.json' with { type: 'json' };
import type { FastifyReply, FastifyRequest } from 'fastify';
import { barePage, errorPagePolicy } from './error-page.ts';
import { isServicePath } from './headers.ts';
import { languageOf } from './language.ts';

/** Why a form that a browser without scripts posted was not processed. */
export interface FormFailure {
  readonly status: number;
  /** When a visitor who posted too often may try again. */
  readonly retryAfterSeconds?: number;
}

const texts = { en, nl };

/** Whether a browser without scripts posted a form of a page, and shows what comes back. */
export const isPlainForm = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'POST' && !isServicePath(url) && String(headers.accept).includes('text/html');

/** Minutes in words, rounded up. */
const minutes = (language: Language, seconds: number) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    Math.max(1, Math.ceil(seconds / 60)),
  );

/** What happened, in words. */
function reasonIn(language: Language, { status, retryAfterSeconds = 0 }: FormFailure): string {
  const { limited, large, failed, rejected } = texts[language].form;
  if (status === 429) return limited.replace('{{time}}', minutes(language, retryAfterSeconds));
  if (status === 413) return large;
  return status >= 500 ? failed : rejected;
}

/** The same form with what was typed, ready to be posted to the same URL again. */
function again({ body }: FastifyRequest, { kept, retry }: typeof nl.form): string {
  const fields = Object.entries(body ?? {}).filter(([, value]) => typeof value === 'string');
  const inputs = fields.map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`,
  );
  const hint = fields.some(([, value]) => value !== '') ? `<p>${kept}</p>` : '';
  return `${hint}<form method="post">${inputs.join('')}<button class="to">${retry}</button></form>`;
}

/**
 * Sends the error of a posted form as a page in the language of the visitor. It renders nothing and reads nothing, so
 * that it costs little and works while the database is away. What was typed goes with the next try, if it was received
 * and trying again may help. Source: docs/contract.md#3, docs/security.md#ER-1.
 */
export function sendFormError(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: FormFailure,
): FastifyReply {
  const { status, retryAfterSeconds } = failure;
  const language = languageOf(request);
  const { page, form } = texts[language];
  // The button of a mailed link posts no field.
  const isReceived = request.body !== undefined || request.headers['content-length'] === '0';
  const mayRetry = isReceived && (status === 429 || status >= 500);
  const next = mayRetry ? again(request, form) : `<p>${form.back}</p>`;
  const home = `<p><a href="${languageUrl('/', language)}">${page.home}</a></p>`;
  const id = status >= 500 ? `<small>${request.id}</small>` : '';
  const main = `<div><h1>${form.title}</h1><p>${reasonIn(language, failure)}</p>${next}${home}</div>${id}`;
  if (retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  }
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-language': language,
      'content-security-policy': `${errorPagePolicy}; form-action 'self'`,
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(barePage({ language, title: form.title, main }));
}

import { err, ok, type Result } from 'neverthrow';
import type { Clock, Digest, Ids, Random } from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import {
  checkInterest,
  confirmLinkMs,
  confirmMailIntervalMs,
  type Interest,
  type InterestError,
  type InterestLinkError,
  interestTextVersion,
} from './interest.ts';
import { linkDigest, newLinkToken } from './link-token.ts';
import type { InterestMails, InterestStore } from './ports.ts';

/** What following a link touches. */
export interface InterestLinkPorts {
  readonly interests: InterestStore;
  readonly clock: Clock;
  readonly digest: Digest;
}

/** What asking to be notified touches. */
export interface RegisterInterestPorts extends InterestLinkPorts {
  readonly interestMails: InterestMails;
  readonly ids: Ids;
  readonly random: Random;
}

/**
 * Asks the owner of an address to confirm the wish to hear of a program. The answer is the same whether the
 * address is known or not, and so is the work. Errors: `validation_failed`. Source: docs/rules.md#1, docs/rules.md#4,
 * docs/security.md#CF-6, docs/law-and-search.md#D40, docs/law-and-search.md#D41.
 */
export async function registerInterest(
  ports: RegisterInterestPorts,
  input: { readonly email: string; readonly programId: string; readonly language: Language },
): Promise<Result<void, InterestError>> {
  const checked = checkInterest(input);
  if (checked.isErr()) return err(checked.error);
  const now = ports.clock.now();
  const interest: Interest = {
    ...checked.value,
    id: ports.ids.uuid(),
    language: input.language,
    textVersion: interestTextVersion,
    askedAt: now,
    confirmedAt: undefined,
    announcedAt: undefined,
  };
  const confirmToken = newLinkToken(ports);
  const unsubscribeToken = newLinkToken(ports);
  await ports.interests.ask(
    interest,
    {
      confirmDigest: linkDigest(ports, confirmToken),
      confirmUntil: now + confirmLinkMs,
      unsubscribeDigest: linkDigest(ports, unsubscribeToken),
    },
    ports.interestMails.confirmation({
      id: ports.ids.uuid(),
      interest,
      confirmToken,
      unsubscribeToken,
    }),
    now - confirmMailIntervalMs,
  );
  return ok();
}

/**
 * Confirms by the token of a mailed link. Errors: `notify_link_invalid`, `notify_link_used`.
 * Source: docs/law-and-search.md#D41.
 */
export async function confirmInterest(
  ports: InterestLinkPorts,
  token: string,
): Promise<Result<void, InterestLinkError>> {
  const outcome = await ports.interests.confirm(linkDigest(ports, token), ports.clock.now());
  return outcome === 'confirmed' ? ok() : err({ kind: `notify_link_${outcome}` });
}

/**
 * Forgets an address by the token of a mailed link, which works for ever. Errors: `notify_link_invalid`.
 * Source: docs/law-and-search.md#D43.
 */
export async function unsubscribeInterest(
  ports: InterestLinkPorts,
  token: string,
): Promise<Result<void, InterestLinkError>> {
  const forgotten = await ports.interests.unsubscribe(linkDigest(ports, token));
  return forgotten ? ok() : err({ kind: 'notify_link_invalid' });
}

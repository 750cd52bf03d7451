import {
  type Clock,
  type Digest,
  err,
  type Ids,
  ok,
  type Random,
  type Result,
} from '../kernel/index.ts';
import type { Language } from '../language/index.ts';
import {
  checkInterest,
  type Interest,
  type InterestError,
  type InterestLinkError,
  type WaitingListSettings,
} from './interest.ts';
import { linkDigest, newLinkToken } from './link-token.ts';
import type { InterestMails, InterestStore } from './ports.ts';

/** The ports for redeeming a link. */
export interface InterestLinkPorts {
  readonly interests: InterestStore;
  readonly clock: Clock;
  readonly digest: Digest;
}

/** The ports for registering an interest. */
export interface RegisterInterestPorts extends InterestLinkPorts {
  readonly interestMails: Pick<InterestMails, 'confirmation'>;
  readonly ids: Ids;
  /** The tokens of the links. */
  readonly random: Random;
}

/**
 * Registers an interest in a program and mails a link to confirm it. Result and work are the same whether or not the
 * address is known. Errors: `validation_failed`. Source: docs/rules.md#1, docs/rules.md#4, docs/security.md#CF-6,
 * docs/law-and-search.md#D40, docs/law-and-search.md#D41.
 */
export async function registerInterest(
  ports: RegisterInterestPorts,
  settings: WaitingListSettings,
  input: { readonly email: string; readonly programId: string; readonly language: Language },
): Promise<Result<void, InterestError>> {
  const checked = checkInterest(input, settings.programs);
  if (checked.isErr()) return err(checked.error);
  const now = ports.clock.now();
  const interest: Interest = {
    ...checked.value,
    id: ports.ids.uuid(),
    language: input.language,
    textVersion: settings.textVersion,
    requestedAt: now,
    confirmedAt: undefined,
    announcedAt: undefined,
    launchQueued: false,
  };
  const confirmToken = newLinkToken(ports);
  const unsubscribeToken = newLinkToken(ports);
  await ports.interests.request(
    interest,
    {
      confirmDigest: linkDigest(ports, confirmToken),
      confirmUntil: now + settings.confirmLinkMs,
      unsubscribeDigest: linkDigest(ports, unsubscribeToken),
    },
    ports.interestMails.confirmation({
      id: ports.ids.uuid(),
      interest,
      confirmToken,
      unsubscribeToken,
    }),
    now - settings.confirmMailIntervalMs,
  );
  return ok();
}

/**
 * Confirms an interest with the token of a mailed link. Errors: `notify_link_invalid`, `notify_link_used`.
 * Source: docs/law-and-search.md#D41.
 */
export async function confirmInterest(
  ports: InterestLinkPorts,
  { token }: { readonly token: string },
): Promise<Result<void, InterestLinkError>> {
  const outcome = await ports.interests.confirm(linkDigest(ports, token), ports.clock.now());
  return outcome === 'confirmed' ? ok() : err({ kind: `notify_link_${outcome}` });
}

/**
 * Deletes an interest with the token of a mailed link, which never expires. Errors: `notify_link_invalid`.
 * Source: docs/law-and-search.md#D43.
 */
export async function unsubscribeInterest(
  ports: Omit<InterestLinkPorts, 'clock'>,
  { token }: { readonly token: string },
): Promise<Result<void, InterestLinkError>> {
  const forgotten = await ports.interests.unsubscribe(linkDigest(ports, token));
  return forgotten ? ok() : err({ kind: 'notify_link_invalid' });
}

import { type Clock, err, ok, type Result } from '../kernel/index.ts';
import {
  type ConsentLog,
  type ConsentRecord,
  choicesPerNumber,
  type StoredConsentRecord,
} from './ports.ts';

/** No choice is recorded under this number. */
export interface ConsentNotFoundError {
  /** The number is mistyped, or the record is older than its retention. */
  readonly kind: 'consent_not_found';
}

/**
 * The choices recorded under the number that a visitor sees in the cookie settings: the newest, and those it replaced,
 * newest first. Errors: `consent_not_found`. Source: docs/contract.md#3, docs/law-and-search.md#D10.
 */
export async function readRecordedChoices(
  { consents }: { readonly consents: Pick<ConsentLog, 'ofNumber'> },
  { number }: { readonly number: string },
): Promise<
  Result<
    { readonly newest: StoredConsentRecord; readonly earlier: readonly StoredConsentRecord[] },
    ConsentNotFoundError
  >
> {
  const [newest, ...earlier] = await consents.ofNumber(number.trim(), choicesPerNumber);
  return newest ? ok({ newest, earlier }) : err({ kind: 'consent_not_found' });
}

/**
 * Keeps a cookie choice of the client `ip` as proof, with the time of the server. Source: docs/law-and-search.md#D10.
 */
export async function recordChoice(
  ports: { readonly consents: Pick<ConsentLog, 'add'>; readonly clock: Clock },
  {
    ip,
    id,
    policyVersion,
    language,
    functional,
    analytics,
    marketing,
  }: ConsentRecord & { readonly ip?: string },
): Promise<void> {
  const record = { id, policyVersion, language, functional, analytics, marketing };
  await ports.consents.add(record, ports.clock.now(), ip);
}

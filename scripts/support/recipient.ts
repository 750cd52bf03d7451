import { readPhone } from '@coachsite/adapters/contract';
import {
  type CanonicalEmail,
  checkEmail,
  checkPersonPhone,
  isPhoneRecipient,
} from '@coachsite/core/account';
import { findPersonPhone } from '@coachsite/core/privacy';
import type { Ports } from '@coachsite/server/compose';
import { CommandError, UsageError } from './command.ts';
import { explain } from './explain.ts';

/** The options that name a person. */
export const recipientOptions = { email: { type: 'string' }, phone: { type: 'string' } } as const;

/** A valid e-mail address, or the reasons against it. */
export function emailOf(given: string): CanonicalEmail {
  const email = checkEmail(given);
  if (email.isOk()) return email.value;
  throw explain(email.error);
}

/** Finds whose account is meant: the digits of a number, or an e-mail address as it was given. */
export type FindRecipient = (ports: Ports) => Promise<string>;

/** Whose account is meant by `--phone` or `--email`; what can be neither is explained before any database is opened. */
export function recipientOf({
  email,
  phone,
}: {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}): FindRecipient {
  if (email && phone) throw new UsageError('Either --email or --phone');
  if (phone) {
    const checked = checkPersonPhone({ readPhone }, phone);
    if (checked.isErr())
      throw new CommandError('Invalid phone number: give it as 0470 11 12 22, or +31 6 12345678');
    return async (ports) => (await findPersonPhone(ports, { phone })).unwrapOr(checked.value);
  }
  if (!email) throw new UsageError('--email or --phone is missing');
  return async () => email;
}

/** An e-mail address, or a number as it is dialled. */
export const nameOf = (recipient: string) =>
  isPhoneRecipient(recipient) ? `+${recipient}` : recipient;

import {
  checkPersonPhone,
  checkPhone,
  type PersonIdentifier,
  type PhoneDigits,
  type PhoneError,
  type PhoneReading,
  recipientOf,
  type User,
} from '../account/index.ts';
import { reportsMentioning, type StoredReport } from '../error-report/index.ts';
import type { EpochMs, Result } from '../kernel/index.ts';
import { emailPseudonym } from '../security-log/index.ts';
import type { AccountDataPorts, PersonalDataPorts } from './ports.ts';

/** The accounts of a person, and those of others that asked to change to the address or number and did not confirm it. */
interface FoundAccounts {
  readonly own: readonly User[];
  readonly pending: readonly User[];
}

/**
 * The number to look a person up by, from what an admin or operator typed. If an account or a second factor has exactly
 * these digits, they are used as typed: old accounts may have a number that would now be read as another one
 * (`320470123456`). Otherwise the number is read as by `checkPersonPhone`. Errors: `invalid_phone`. Source:
 * docs/rules.md#reading-phone.
 */
export async function findPersonPhone(
  ports: PhoneReading & Pick<AccountDataPorts, 'users' | 'factors'>,
  { phone }: { readonly phone: unknown },
): Promise<Result<PhoneDigits, PhoneError>> {
  const exact = checkPhone(phone);
  if (exact.isOk()) {
    const held = await Promise.all([
      ports.users.ofRecipient(exact.value),
      ports.factors.holdersOf(exact.value),
    ]);
    if (held.flat().length > 0) return exact;
  }
  return checkPersonPhone(ports, phone);
}

/**
 * The accounts of a person: by their e-mail address (also that of a SAML user, or a former one), by their phone number,
 * confirmed or not, and by the number of a verified second factor. A change that is not confirmed proves nothing, so
 * its account counts as somebody else's. Source: docs/law-and-search.md#D50.
 */
export async function findAccounts(
  ports: Pick<AccountDataPorts, 'users' | 'factors'>,
  person: PersonIdentifier,
): Promise<FoundAccounts> {
  const recipient = recipientOf(person);
  const found = await ports.users.ofRecipient(recipient);
  const isOwn = ({ email, formerEmail, phone }: User) =>
    [email, formerEmail, phone].some((one) => one === recipient);
  const own = found.filter(isOwn);
  for (const id of await ports.factors.holdersOf(recipient)) {
    const user = own.some((one) => one.id === id) ? undefined : await ports.users.byId(id);
    if (user) own.push(user);
  }
  return { own, pending: found.filter(({ id }) => own.every((one) => one.id !== id)) };
}

/** When an account of `pending` asked to change to the address or number. */
export function requestedAt(user: User, recipient: string): EpochMs {
  const { newEmail, emailChangeSentAt, phoneChangeSentAt, updatedAt } = user;
  return (newEmail === recipient ? emailChangeSentAt : phoneChangeSentAt) ?? updatedAt;
}

/** How texts may name a person: by the address or number, or by the pseudonym of the address. */
export function mentionsOf(
  ports: Pick<PersonalDataPorts, 'pseudonyms'>,
  person: PersonIdentifier,
): readonly string[] {
  if ('phone' in person) return [person.phone];
  return [person.email, emailPseudonym(ports.pseudonyms, person.email)];
}

/** The error reports of browsers that name a person. */
export function reportsAbout(
  ports: Pick<PersonalDataPorts, 'reports'>,
  person: PersonIdentifier,
): Promise<readonly StoredReport[]> {
  return reportsMentioning(ports, { recipient: recipientOf(person) });
}

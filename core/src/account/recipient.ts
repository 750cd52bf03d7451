import type { CanonicalEmail } from './email.ts';
import type { PhoneDigits } from './phone.ts';

/** What an account is found by, and a person searched by: an e-mail address or a phone number. */
export type PersonIdentifier = { readonly email: CanonicalEmail } | { readonly phone: PhoneDigits };

/** The address or the number itself. */
export const recipientOf = (person: PersonIdentifier): CanonicalEmail | PhoneDigits =>
  'email' in person ? person.email : person.phone;

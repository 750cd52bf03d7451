/**
 * The form in which a password is judged and hashed: composed (NFC), with every kind of space replaced by the usual
 * one, because keyboards differ in both (RFC 8265, OpaqueString). Nothing else is changed. Source:
 * docs/security.md#PW-6.
 */
export function preparedPassword(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}

/**
 * The forms in which a password may have been hashed, that of new hashes first: earlier releases hashed it as it was sent,
 * composed or not. Nearly every password has one. Their number follows from the password alone, so that the time of a
 * check tells nothing of the account. Source: docs/security.md#PW-6, docs/security.md#LK-9.
 */
export function passwordForms(password: string): readonly string[] {
  const sent = [password, password.normalize('NFC'), password.normalize('NFD')];
  return [...new Set([preparedPassword(password), ...sent])];
}

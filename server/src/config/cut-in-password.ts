/**
 * Whether a URL may have been cut inside its password: a `#`, `/` or `?` in the password that is not percent-encoded
 * ends the host there. A part of the password is then taken for the host or its port, and the at sign before the real
 * host comes after it. No URL of a setting has a fragment.
 */
export function isCutInPassword(value: string): boolean {
  const { username, port, pathname, search } = new URL(value);
  const mayHavePassword = username !== '' || port !== '';
  return value.includes('#') || (mayHavePassword && `${pathname}${search}`.includes('@'));
}

/**
 * Whether a URL may have been cut inside its password: a `#`, `/` or `?` of it that is not percent-encoded ends the host
 * there, so that a part of the password is taken for the host or its port, and the at sign before the real host comes to
 * stand behind them. No URL of a setting has a fragment.
 */
export function isCutInPassword(value: string): boolean {
  const { username, port, pathname, search } = new URL(value);
  const mayHavePassword = username !== '' || port !== '';
  return value.includes('#') || (mayHavePassword && `${pathname}${search}`.includes('@'));
}

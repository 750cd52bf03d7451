import { domainToUnicode } from 'node:url';
import PostalMime, { type Address } from 'postal-mime';

/** An address as sent, and with its domain in Unicode, which mails write as ASCII (`xn--`). */
function spellingsOf(address: string): readonly string[] {
  const at = address.lastIndexOf('@') + 1;
  return [address, address.slice(0, at) + domainToUnicode(address.slice(at))];
}

const addressesOf = (one: Address): readonly string[] =>
  one.group === undefined ? [one.address] : one.group.map(({ address }) => address);

/**
 * Recipients, headers and text of a mail, decoded, because an encoding may split or disguise an address. A mail that
 * cannot be parsed is returned unchanged. Source: docs/law-and-search.md#D50.
 */
export async function readableMail(source: string): Promise<string> {
  const mail = await PostalMime.parse(source).catch(() => undefined);
  if (!mail) return source;
  const { to = [], cc = [], bcc = [], replyTo = [], subject, headers, text, html } = mail;
  const people = [to, cc, bcc, replyTo].flat().flatMap(addressesOf).flatMap(spellingsOf);
  // A character reference left undecoded would look like the end of an address.
  const shown = html?.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return [...people, subject, ...headers.map(({ value }) => value), text, shown].join('\n');
}

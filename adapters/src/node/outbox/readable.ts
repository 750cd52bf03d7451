import { domainToUnicode } from 'node:url';
import PostalMime, { type Address } from 'postal-mime';

/** An address as it was sent, and with the letters of its domain: mails write those as ASCII (`xn--`). */
function spellingsOf(address: string): readonly string[] {
  const at = address.lastIndexOf('@') + 1;
  return [address, address.slice(0, at) + domainToUnicode(address.slice(at))];
}

const addressesOf = (one: Address): readonly string[] =>
  one.group === undefined ? [one.address] : one.group.map(({ address }) => address);

/**
 * What a mail says and to whom, without the encodings that may cut or disguise an address. A mail
 * that cannot be read is given as it is. Source: docs/law-and-search.md#D50.
 */
export async function readableMail(source: string): Promise<string> {
  const mail = await PostalMime.parse(source).catch(() => undefined);
  if (!mail) return source;
  const { to = [], cc = [], bcc = [], replyTo = [], subject, headers, text, html } = mail;
  const people = [to, cc, bcc, replyTo].flat().flatMap(addressesOf).flatMap(spellingsOf);
  // Half of what a browser shows as one character would look like the end of an address.
  const shown = html?.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return [...people, subject, ...headers.map(({ value }) => value), text, shown].join('\n');
}

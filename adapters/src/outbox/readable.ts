import PostalMime, { type Address } from 'postal-mime';

const addressesOf = (one: Address): readonly string[] =>
  one.group === undefined ? [one.address] : one.group.map(({ address }) => address);

/**
 * What a mail says, its addresses, header and texts, without the encodings that may cut or disguise an address.
 * Source: legal reference D50.
 */
export async function readableMail(source: string): Promise<string> {
  const {
    from,
    to = [],
    cc = [],
    bcc = [],
    replyTo = [],
    subject,
    headers,
    text,
    html,
  } = await PostalMime.parse(source);
  const people = [from ?? [], to, cc, bcc, replyTo].flat().flatMap(addressesOf);
  // Half of what a browser shows as one character would look like the end of an address.
  const shown = html?.replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return [...people, subject, ...headers.map(({ value }) => value), text, shown].join('\n');
}

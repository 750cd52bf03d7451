/**
 * What the XML of a response may contain at most. The time to parse it and to compute its canonical form grows with the
 * square of these numbers, and anybody can post a response, so these limits come first. `tags` counts comments and other
 * markup too, `attributes` the quoted values. Responses of identity providers have 50 to 500 tags; each of a user's
 * groups is two. Source: docs/security.md#FD-6.
 */
export const xmlLimits = {
  characters: 128 * 1024,
  tags: 1500,
  attributes: 1500,
  depth: 40,
  namespaces: 500,
} as const;

/** The index just behind the tag that starts at `start`, and its quoted values, which may contain `>`. */
function readTag(xml: string, start: number): { readonly end: number; readonly values: number } {
  let quote = '';
  let values = 0;
  for (let at = start; at < xml.length; at += 1) {
    const character = xml.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") {
      quote = character;
      values += 1;
    } else if (character === '>') return { end: at + 1, values };
  }
  return { end: xml.length, values };
}

/** The index just behind a comment, CDATA section or processing instruction at `start`; undefined for a tag. */
function endOfMarkup(xml: string, start: number): number | undefined {
  const kinds = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const;
  const kind = kinds.find(([opening]) => xml.startsWith(opening, start));
  if (!kind) return undefined;
  const end = xml.indexOf(kind[1], start + kind[0].length);
  return end < 0 ? xml.length : end + kind[1].length;
}

/** Whether XML is within `xmlLimits`; reads it once, in linear time. */
export function isXmlSmall(xml: string): boolean {
  if (xml.length > xmlLimits.characters) return false;
  if (xml.split('xmlns').length - 1 > xmlLimits.namespaces) return false;
  let tags = 0;
  let attributes = 0;
  let depth = 0;
  for (let at = xml.indexOf('<'); at >= 0; ) {
    let end = endOfMarkup(xml, at);
    if (end === undefined) {
      const tag = readTag(xml, at);
      end = tag.end;
      attributes += tag.values;
      if (xml.charAt(at + 1) === '/') depth -= 1;
      else if (xml.charAt(end - 2) !== '/') depth += 1;
    }
    tags += 1;
    const isMore =
      tags > xmlLimits.tags || attributes > xmlLimits.attributes || depth > xmlLimits.depth;
    if (isMore) return false;
    at = xml.indexOf('<', end);
  }
  return true;
}

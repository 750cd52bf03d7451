/**
 * What the XML of a response may contain at most. A parser may need quadratic time for what is nested or declares
 * namespaces, and anybody can post a response, so these limits come before it. Responses of identity providers have
 * 50 to 500 tags, even with hundreds of groups. Source: docs/security.md#FD-6.
 */
export const xmlLimits = {
  characters: 128 * 1024,
  tags: 4000,
  depth: 40,
  namespaces: 1000,
} as const;

/** The index just behind the tag that starts at `start`; a quoted value may contain `>`. */
function endOfTag(xml: string, start: number): number {
  let quote = '';
  for (let at = start; at < xml.length; at += 1) {
    const character = xml.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return xml.length;
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
  let depth = 0;
  for (let at = xml.indexOf('<'); at >= 0; ) {
    const end = endOfMarkup(xml, at) ?? endOfTag(xml, at);
    if (endOfMarkup(xml, at) === undefined) {
      tags += 1;
      if (xml.charAt(at + 1) === '/') depth -= 1;
      else if (xml.charAt(end - 2) !== '/') depth += 1;
      if (tags > xmlLimits.tags || depth > xmlLimits.depth) return false;
    }
    at = xml.indexOf('<', end);
  }
  return true;
}

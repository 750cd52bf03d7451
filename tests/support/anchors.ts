/** The anchor that a heading gets from its words. */
const slug = (heading: string) =>
  heading
    .replace(/<[^>]*>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Every anchor that a link can lead to in a page of the docs. */
export const anchorsOf = (text: string): ReadonlySet<string | undefined> =>
  new Set([
    ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id),
    ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading ?? '')),
  ]);

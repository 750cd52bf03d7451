/** Public path of the active e-book. Source: docs/contract.md#3. */
export const publicEbookPath = '/storage/v1/object/public/ebook/free-guide.pdf';

/** The active e-book as an attachment. */
export const publicEbookDownloadPath = `${publicEbookPath}?download`;

/** Pixels of the shorter side of the stored portrait: an avatar, and the two of a page. */
export const portraitWidths = [96, 480, 960] as const;

/** Formats of the stored portrait: the small one, and the one that every browser and mail client reads. */
export type PortraitFormat = 'avif' | 'jpg';

/** Path at which one size of a portrait is served; it never changes, as its key is a digest of the picture. */
export function portraitPath(key: string, width: number, format: PortraitFormat): string {
  return `/portrait/${key}-${width}.${format}`;
}

/** Path of the facts that differ from the site configuration file, by their digest. */
export function factsPath(digest: string): string {
  return `/facts/${digest}.json`;
}

/** The path of a social image as it is during days off, from its usual one; most images are the same then and have none. */
export const awayImagePath = (path: string): string => path.replace(/\.png$/, '-away.png');

/** Path of the page with the text of the guide. */
export const guideReadPath = '/guide/read';

import {
  type ContentEditor,
  type ContentPorts,
  type ContentStore,
  saveVersion,
  type Version,
  versionsOf,
} from '../content/index.ts';
import type { Ebook, PdfPageText } from '../ebook/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { guideMarkdown } from './markdown.ts';

/** The longest text of a guide, in characters. */
export const longestGuideText = 600_000;

/** The text of the guide as a page, of one file. */
export interface GuideText {
  /** Of the PDF that it is the text of. That of another file is never shown. */
  readonly sha256: string;
  /** Empty where the coach wants no page. */
  readonly markdown: string;
  /** Read from the PDF, or written by an admin. */
  readonly origin: 'pdf' | 'admin';
}

/** A version of the text. */
export type GuideVersion = Version<GuideText>;

/** The ports for changing the text. */
export interface GuidePorts extends ContentPorts {
  readonly content: ContentStore;
}

/** Somebody else has saved the text, or replaced the e-book, since the change was begun; nothing is stored. */
export interface GuideConflictError {
  /** Begin again from the newest version. */
  readonly kind: 'guide_conflict';
}

/** The version is no longer kept. */
export interface GuideVersionNotFoundError {
  /** The text stays as it is. */
  readonly kind: 'guide_version_not_found';
}

/** The PDF has no text, or more than could be read within the limits. */
export interface GuideWithoutTextError {
  /** The text stays as it is. */
  readonly kind: 'guide_without_text';
}

const versionsIn = (store: Pick<ContentStore, 'current' | 'versions' | 'save'>) =>
  versionsOf<GuideText>(store as ContentStore, 'guide');

/** The kept versions, newest first, of whichever file. */
export const guideVersions = (store: ContentStore): Promise<readonly GuideVersion[]> =>
  versionsIn(store).versions();

/** The newest version of the text of a file; undefined while it has none. */
export async function guideTextOf(
  store: Pick<ContentStore, 'current' | 'versions' | 'save'>,
  { sha256 }: Pick<Ebook, 'sha256'>,
): Promise<GuideVersion | undefined> {
  const versions = versionsIn(store);
  const newest = await versions.current();
  if (!newest || newest.content.sha256 === sha256) return newest;
  return (await versions.versions()).find(({ content }) => content.sha256 === sha256);
}

async function save(
  ports: GuidePorts,
  { base, ...editor }: ContentEditor & { readonly base?: number | undefined },
  content: GuideText,
): Promise<Result<GuideVersion, GuideConflictError>> {
  const saved = await saveVersion(ports, versionsIn(ports.content), {
    ...editor,
    base,
    content,
    action: 'content_change',
    details: { guide: content.origin, sha256: content.sha256 },
  });
  return saved ? ok(saved) : err({ kind: 'guide_conflict' });
}

/** Makes what is written in a PDF the text of its page, and logs it. Error: `guide_without_text`. */
export async function readGuideText(
  ports: GuidePorts,
  {
    file,
    text,
    ...editor
  }: ContentEditor & {
    readonly file: Pick<Ebook, 'sha256'>;
    readonly text: readonly PdfPageText[] | undefined;
  },
): Promise<Result<GuideVersion, GuideWithoutTextError | GuideConflictError>> {
  const markdown = guideMarkdown(text ?? []);
  if (markdown === '' || markdown.length > longestGuideText)
    return err({ kind: 'guide_without_text' });
  return save(ports, editor, { sha256: file.sha256, markdown, origin: 'pdf' });
}

/**
 * Saves a text as the newest of a file, and logs it; an empty one takes the page away. Error: `guide_conflict` if somebody
 * saved since `base`, the id of the newest version of whichever file, 0 for none.
 */
export function saveGuideText(
  ports: GuidePorts,
  {
    file,
    markdown,
    ...editor
  }: ContentEditor & {
    readonly file: Pick<Ebook, 'sha256'>;
    readonly markdown: string;
    readonly base: number | undefined;
  },
): Promise<Result<GuideVersion, GuideConflictError>> {
  return save(ports, editor, {
    sha256: file.sha256,
    markdown: markdown.trim() === '' ? '' : markdown,
    origin: 'admin',
  });
}

/**
 * Makes an earlier version the text of a file again, also one of another file, and logs it. Errors:
 * `guide_version_not_found`; `guide_conflict` if somebody saved meanwhile.
 */
export async function restoreGuideText(
  ports: GuidePorts,
  {
    file,
    id,
    ...editor
  }: ContentEditor & { readonly file: Pick<Ebook, 'sha256'>; readonly id: number },
): Promise<Result<GuideVersion, GuideVersionNotFoundError | GuideConflictError>> {
  const versions = await guideVersions(ports.content);
  const found = versions.find((version) => version.id === id);
  if (!found) return err({ kind: 'guide_version_not_found' });
  const [newest] = versions;
  const { sha256 } = file;
  // A text of another file is no longer what its PDF says.
  const origin = found.content.sha256 === sha256 ? found.content.origin : 'admin';
  return save(ports, { ...editor, base: newest?.id }, { ...found.content, sha256, origin });
}

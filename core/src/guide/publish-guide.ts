import {
  type EbookError,
  type EbookWarning,
  type ReplacedEbook,
  type ReplaceEbookPorts,
  replaceEbook,
} from '../ebook/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { type GuidePorts, guideTextOf, guideVersions, readGuideText } from './guide-text.ts';

/** Warnings about an e-book, and about the page with its text. */
export type GuideWarning = EbookWarning | 'no_page' | 'text_kept' | 'page_failed';

/** The active e-book after a replacement, and what an admin should know of it and of its page. */
export interface PublishedGuide extends Pick<ReplacedEbook, 'ebook'> {
  /**
   * `no_page`: its text could not be read within the limits. `text_kept`: what an admin wrote is the text of the e-book
   * before, and is now among the versions. `page_failed`: the text could not be stored.
   */
  readonly warnings: readonly GuideWarning[];
}

type Request = Parameters<typeof replaceEbook>[2];

async function makePage(
  ports: GuidePorts,
  { ebook, text }: ReplacedEbook,
  editor: Pick<Request, 'actor' | 'context'>,
): Promise<readonly GuideWarning[]> {
  const [newest] = await guideVersions(ports.content);
  const hasOther = newest?.content.origin === 'admin' && newest.content.sha256 !== ebook.sha256;
  const kept: readonly GuideWarning[] = hasOther ? ['text_kept'] : [];
  // The same file again, or one from before: what was made of it, and corrected since, is its text.
  if (await guideTextOf(ports.content, ebook)) return kept;
  const made = await readGuideText(ports, { ...editor, file: ebook, text });
  return made.isOk() ? kept : [...kept, 'no_page'];
}

/**
 * Publishes a file as the e-book, and makes a page of its text, which has no effect on the e-book. Errors: those of
 * `replaceEbook`.
 */
export async function publishGuide(
  ports: ReplaceEbookPorts & GuidePorts,
  settings: Parameters<typeof replaceEbook>[1],
  request: Request,
): Promise<Result<PublishedGuide, EbookError>> {
  const replaced = await replaceEbook(ports, settings, request);
  if (replaced.isErr()) return err(replaced.error);
  const { ebook, warnings } = replaced.value;
  const { actor, context } = request;
  const ofPage = await makePage(ports, replaced.value, { actor, context }).catch(
    (): readonly GuideWarning[] => ['page_failed'],
  );
  // A scan says of itself that it has no page, and so does a file that could not be opened.
  const isSaid = warnings.includes('no_text') || warnings.includes('not_inspected');
  return ok({
    ebook,
    warnings: [...warnings, ...ofPage.filter((warning) => warning !== 'no_page' || !isSaid)],
  });
}

import { longestGuideText } from '@coachsite/core/guide';
import { z } from 'zod';
import type { ArticleBlock, ArticleSection } from './articles.ts';

/** The text of the guide as a page shows it. */
export interface GuidePage {
  /** The heading of the whole; absent where the text begins without one. */
  readonly title?: string;
  readonly intro: readonly ArticleBlock[];
  readonly sections: readonly ArticleSection[];
}

const origin = z.enum(['pdf', 'admin']);

/** The text of the e-book on offer: `GET /api/admin/ebook/text`. */
export const AdminGuideText = z.object({
  /** The newest version of whichever file; 0 without one. */
  version: z.number(),
  markdown: z.string(),
  /** Null while the e-book has no text. */
  origin: origin.nullable(),
  /** Whether visitors find the page. */
  isPublic: z.boolean(),
  /** The digest of the file that it is the text of. */
  file: z.string(),
});

/** `PUT /api/admin/ebook/text`; an empty text takes the page away. */
export const GuideTextRequest = z.object({
  markdown: z.string().max(longestGuideText),
  version: z.int().min(0).optional(),
  /** The `file` of the text that was changed: with another e-book on offer by now it is a conflict. */
  file: z.string().optional(),
});

/** The kept versions, newest first: `GET /api/admin/ebook/text/versions`. */
export const GuideTextVersions = z.array(
  z.object({
    id: z.number(),
    savedAt: z.string(),
    /** E-mail address of the admin; null for the command line, and for somebody who is gone. */
    savedBy: z.string().nullable(),
    origin,
    /** Whether it is of the e-book on offer. */
    isOfFile: z.boolean(),
    /** Whether the page shows it. */
    active: z.boolean(),
  }),
);

export const GuideTextVersionParams = z.object({ id: z.coerce.number().int().positive() });

export type AdminGuideText = Readonly<z.infer<typeof AdminGuideText>>;
export type GuideTextVersions = z.infer<typeof GuideTextVersions>;

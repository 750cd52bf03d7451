import { z } from 'zod';

/** The active e-book for visitors: `GET /api/ebook`. */
export const PublicEbook = z.object({
  fileName: z.string(),
  size: z.number(),
  pages: z.number().nullable(),
  sha256: z.string(),
  uploadedAt: z.string(),
  url: z.string(),
});

/** Response to an upload: `POST /api/admin/ebook`. */
export const UploadedEbook = PublicEbook.extend({
  id: z.string(),
  warnings: z.array(
    z.enum([
      'no_title',
      'no_language',
      'no_text',
      'no_tags',
      'not_inspected',
      'same_file',
      'no_page',
      'text_kept',
      'page_failed',
    ]),
  ),
});

/** A version that is active again: `POST /api/admin/ebook/versions/{id}/restore`. */
export const RestoredEbook = PublicEbook.extend({ id: z.string() });

/** The kept versions, the active one first: `GET /api/admin/ebook/versions`. */
export const EbookVersions = z.array(
  z.object({
    id: z.string(),
    active: z.boolean(),
    fileName: z.string(),
    size: z.number(),
    pages: z.number().nullable(),
    sha256: z.string(),
    uploadedAt: z.string(),
  }),
);

/** Download counts: `GET /api/admin/ebook/stats`. */
export const EbookStatistics = z.object({
  total: z.number(),
  today: z.number(),
  thisWeek: z.number(),
  thisMonth: z.number(),
  excluded: z.number(),
  days: z.array(z.object({ date: z.string(), downloads: z.number() })),
});

/** Whether the first admin can still be created: `GET /api/admin-setup`. */
export const SetupState = z.object({ open: z.boolean() });

/** `POST /api/admin-setup`. The core validates e-mail and password, after the token. */
export const SetupRequest = z.object({
  token: z.string().max(500),
  email: z.string().max(1000),
  password: z.string().max(1000),
});

/** The new first admin: `POST /api/admin-setup`. */
export const SetupDone = z.object({ id: z.uuid(), email: z.string() });

export type PublicEbook = z.infer<typeof PublicEbook>;
export type UploadedEbook = z.infer<typeof UploadedEbook>;
export type EbookVersions = z.infer<typeof EbookVersions>;
export type EbookStatistics = z.infer<typeof EbookStatistics>;
export type SetupState = z.infer<typeof SetupState>;

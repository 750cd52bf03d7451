import type { Ebook } from '@coachsite/core/ebook';

/** A row of `ebook_version`. */
export interface EbookRow {
  readonly id: string;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly pages: number | null;
  readonly uploaded_at_ms: number;
}

export const ebookColumns = 'id, file_name, size_bytes, sha256, pages, uploaded_at_ms';

export function toEbook(row: EbookRow): Ebook {
  return {
    id: row.id,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    pages: row.pages ?? undefined,
    uploadedAt: row.uploaded_at_ms,
  };
}

export function toEbookRow(ebook: Ebook): EbookRow {
  return {
    id: ebook.id,
    file_name: ebook.fileName,
    size_bytes: ebook.sizeBytes,
    sha256: ebook.sha256,
    pages: ebook.pages ?? null,
    uploaded_at_ms: ebook.uploadedAt,
  };
}

export { type DownloadKind, downloadKind, isRobot } from './download.ts';
export {
  downloadEbook,
  type NoEbookError,
  type OpenedEbook,
  recordDownload,
} from './download-ebook.ts';
export {
  cleanFileName,
  type Ebook,
  type EbookVersion,
  type EbookWarning,
  keptVersions,
} from './ebook.ts';
export { checkFileChoice, type NotAPdfError } from './pdf.ts';
export type {
  BlobStore,
  DownloadLog,
  EbookStore,
  FileTooLargeError,
  PdfElement,
  PdfInspection,
  PdfInspector,
  PdfLine,
  PdfPageText,
  StagedBlob,
  StoredBlob,
} from './ports.ts';
export { readEveryDay, readStatistics } from './read-statistics.ts';
export {
  type EbookError,
  type EbookUpload,
  type ReplacedEbook,
  type ReplaceEbookPorts,
  replaceEbook,
} from './replace-ebook.ts';
export { restoreEbook, type VersionNotFoundError } from './restore-ebook.ts';
export type { DayCount, DownloadStatistics, StatisticsSettings } from './statistics.ts';
export { sweepEbooks } from './sweep-ebooks.ts';

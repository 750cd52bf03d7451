export { type DownloadKind, downloadKind, isRobot } from './download.ts';
export { downloadEbook, type NoEbookError, recordDownload } from './download-ebook.ts';
export {
  cleanFileName,
  type Ebook,
  type EbookVersion,
  type EbookWarning,
  keptVersions,
} from './ebook.ts';
export { checkFileChoice } from './pdf.ts';
export type {
  BlobStore,
  DownloadLog,
  EbookStore,
  FileTooLargeError,
  PdfInspection,
  PdfInspector,
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
export type { DayCount, StatisticsSettings } from './statistics.ts';
export { sweepEbooks } from './sweep-ebooks.ts';

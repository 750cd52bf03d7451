export { BackupBlock, needsBackup } from './backup-block.tsx';
export { DownloadsBlock } from './downloads-block.tsx';
export { EbookBlock } from './ebook-block.tsx';
export { InboxBlock } from './inbox-block.tsx';
export { LogBlock } from './log-block.tsx';
export { NotifyMeBlock } from './notify-me-block.tsx';
export { useNow } from './times.ts';
export { useBlock } from './use-block.ts';
export { VersionsBlock } from './versions-block.tsx';

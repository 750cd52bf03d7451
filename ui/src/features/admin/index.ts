export { DownloadsBlock } from './downloads-block.tsx';
export { EbookBlock } from './ebook-block.tsx';
export { InboxBlock } from './inbox-block.tsx';
export { InterestsBlock } from './interests-block.tsx';
export { LogBlock } from './log-block.tsx';
export { useBlock } from './use-block.ts';
export { VersionsBlock } from './versions-block.tsx';

export { Blocks, type OwnText } from './blocks.tsx';
export { CopyLink } from './copy-link.tsx';
export { Cover } from './cover.tsx';

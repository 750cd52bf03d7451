export { filesystemBlobStore } from './blob-store.ts';
export { probeFolder } from './probe-folder.ts';
export { filesystemSetupTokenStore } from './setup-token-store.ts';

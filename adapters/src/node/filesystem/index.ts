export { filesystemBlobStore } from './blob-store.ts';
export { filesystemSetupTokenStore } from './setup-token-store.ts';

export { factsStoreContract } from './facts-store-contract.ts';
export { memoryFactsStore } from './memory-facts-store.ts';
export { memoryPortraitMaker } from './memory-portrait-maker.ts';
export { type PictureSamples, portraitMakerContract } from './portrait-maker-contract.ts';
export type { SitePorts } from './ports.ts';

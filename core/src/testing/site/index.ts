export { type AlarmStores, alarmStoreContract } from './alarm-store-contract.ts';
export { contentStoreContract } from './content-store-contract.ts';
export { memoryAlarmStore } from './memory-alarm-store.ts';
export { memoryContentStore } from './memory-content-store.ts';
export { memoryMissedPaths } from './memory-missed-paths.ts';
export { memoryPictureMaker } from './memory-picture-maker.ts';
export { missedPathsContract } from './missed-paths-contract.ts';
export { type PictureSamples, pictureMakerContract } from './picture-maker-contract.ts';
export type { SitePorts } from './ports.ts';

export { type AlarmStores, alarmStoreContract } from './alarm-store-contract.ts';
export { contentStoreContract } from './content-store-contract.ts';
export { memoryAlarmStore } from './memory-alarm-store.ts';
export { memoryContentStore } from './memory-content-store.ts';
export { memoryPictureMaker } from './memory-picture-maker.ts';
export { type PictureSamples, pictureMakerContract } from './picture-maker-contract.ts';
export type { SitePorts } from './ports.ts';

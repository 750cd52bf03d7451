export {
  type PictureFormat,
  type PictureProblem,
  pictureFormat,
  pictureProblem,
} from './picture-format.ts';
export {
  type ContentStore,
  type ImageFormat,
  keptVersions,
  type MadePicture,
  type NewVersion,
  type PictureError,
  type PictureFile,
  type PictureMaker,
  type PictureUse,
  type SaveOptions,
  type StoredPicture,
  unnamedPictureMs,
  type Version,
  type Versions,
} from './ports.ts';
export {
  type ContentChange,
  type ContentEditor,
  type ContentPorts,
  saveVersion,
  versionsOf,
} from './versions.ts';

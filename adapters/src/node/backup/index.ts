export { syncFolder } from '../sync-folder.ts';
export { databaseEntry } from './layout.ts';
export { readArchive, readHeader } from './read-archive.ts';
export { type FileToArchive, partName, writeArchive } from './write-archive.ts';

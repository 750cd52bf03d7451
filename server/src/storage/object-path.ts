import { basename } from 'node:path';
import { publicEbookPath } from '@coachsite/adapters/contract';

/** The one bucket, the name of the one object in it, and the path of all objects. */
export const bucket = 'ebook';
export const objectName: string = basename(publicEbookPath);
export const base = '/storage/v1/object';
/** The path of the e-book. */
export const objectPath = `${base}/${bucket}/${objectName}`;

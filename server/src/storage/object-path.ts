import { basename } from 'node:path';
import { publicEbookPath } from '@coachsite/adapters/contract';

/** The one bucket, the name of the one object in it, and the path of all objects. */
export const bucket = 'ebook';
export const objectName: string = basename(publicEbookPath);
export const base = '/storage/v1/object';
/** The path of the e-book. */
export const objectPath = `${base}/${bucket}/${objectName}`;

/** Words in the path of an object call that read or write an object by its name; further calls have another word. */
const offeredWords = ['public', 'authenticated', 'info'];
/** Calls of the service that this one does not offer, after `/storage/v1/object/`. */
const otherWords = ['sign', 'upload', 'list', 'list-v2', 'move', 'copy'];
/** Paths of the service, after `/storage/v1/`, that are not objects. */
const otherParts = ['bucket', 'render', 'upload', 'cdn', 's3', 'iceberg', 'vector'];

/**
 * What a request that no route takes was about: a call that is not offered, or an object of a bucket. `path` is without
 * `/storage/v1/`. Source: docs/wire.md#13.
 */
export function otherCall(method: string, path: string): 'unsupported' | 'bucket' | 'object' {
  const [part = '', word = '', ...names] = path.split('/');
  if (otherParts.includes(part) || (part === 'object' && otherWords.includes(word)))
    return 'unsupported';
  // Several objects at once, named in the body.
  if (part === 'object' && method === 'DELETE' && names.join('') === '') return 'unsupported';
  const named = offeredWords.includes(word) ? names[0] : word;
  return named === bucket ? 'object' : 'bucket';
}

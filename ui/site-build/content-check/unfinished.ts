import { join } from 'node:path';
import { readTexts } from './texts.ts';

/** The markers of unfinished texts. */
const marker =
  /Nog aan te vullen|Still to be completed|To be completed|zodra die bevestigd zijn|once they are confirmed/i;

/** The unfinished texts of both languages, as `language/file.key`. Source: docs/law-and-search.md#A3. */
export function unfinishedTexts(): readonly string[] {
  return readTexts(join(import.meta.dirname, '..', '..', 'content')).flatMap(
    ({ file, sentences }) =>
      sentences
        .filter(({ text }) => marker.test(text))
        .map(({ key }) => `${file.replace(/^ui\/content\/|\.json$/g, '')}.${key}`),
  );
}

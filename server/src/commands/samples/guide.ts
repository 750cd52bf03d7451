import { readFileSync } from 'node:fs';

/** The file name under which the sample guide is stored; it says that this is a sample. */
export const sampleGuideFileName = 'voorbeeldgids-in-vijf-stappen.pdf';

/** The sample guide: nine pages in Dutch, tagged, text, in the look of the site and without its brand. */
export const readSampleGuide = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    readFileSync(new URL(import.meta.resolve('@coachsite/ui/content/samples/guide.pdf'))),
  );

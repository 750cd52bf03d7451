import { buffer } from 'node:stream/consumers';
import { openCanvas } from './canvas.ts';
import {
  type Brand,
  coverPage,
  endingPage,
  introductionPage,
  sheetPage,
  stepPage,
} from './pages.ts';
import { guideTitle, steps } from './texts.ts';

/** The label under which the sample guide is stored: it says what it is. */
export const sampleGuideFileName = 'voorbeeldgids-in-vijf-stappen.pdf';

/**
 * Typesets the sample guide: nine pages in Dutch, tagged, text as text, in the look of the site. The same
 * brand and texts give the same bytes.
 */
export async function makeSampleGuide(brand: Brand): Promise<Uint8Array> {
  const canvas = openCanvas(guideTitle, brand.name);
  const bytes = buffer(canvas);
  const root = canvas.struct('Document');
  canvas.addStructure(root);
  const draw = [
    coverPage,
    introductionPage,
    ...steps.map(
      (step) =>
        (...[to, section, whose, page]: Parameters<typeof introductionPage>) =>
          stepPage(to, section, whose, page, step),
    ),
    sheetPage,
    endingPage,
  ];
  for (const [index, page] of draw.entries()) {
    const section = canvas.struct('Sect');
    root.add(section);
    page(canvas, section, brand, index + 1);
    section.end();
  }
  root.end();
  canvas.end();
  return bytes;
}

import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { sampleGuideFile, sampleGuidePage } from '@coachsite/ui/site-build/sample-guide';
import { chromium } from 'playwright';

/** Prints the page of the sample guide to guide.pdf beside it. */
export async function printSampleGuide(): Promise<void> {
  const { CHROMIUM_PATH: executablePath } = process.env;
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(sampleGuideFile('guide.html')).href);
    // The page keeps its URL, from which the fonts are found.
    await page.setContent(sampleGuidePage());
    const pdf = await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
    });
    writeFileSync(sampleGuideFile('guide.pdf'), pdf);
    console.log(`guide.pdf: ${pdf.length} bytes`);
  } finally {
    await browser.close();
  }
}

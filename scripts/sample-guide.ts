import { printSampleGuide } from '../tests/support/print-sample-guide.ts';
import { runCommand } from './support/command.ts';

const help = `node scripts/run.mjs sample-guide.ts

Prints ui/content/samples/guide.html to guide.pdf beside it, with Chromium: CHROMIUM_PATH, or Playwright's own. To be
run after a change of the guide's text or looks.`;

await runCommand({ help, run: printSampleGuide });

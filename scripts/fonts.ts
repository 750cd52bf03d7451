import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { makeFont, siteFonts } from '@coachsite/ui/site-build/fonts';
import { runCommand } from './support/command.ts';

const help = `node scripts/run.mjs fonts.ts

Makes the fonts in ui/src/design/fonts from the packages they come in: only the
characters and the weights that the site uses. To be run after a change of those.`;

await runCommand({
  help,
  run: async () => {
    for (const font of siteFonts) {
      const made = await makeFont(font);
      writeFileSync(font.path, made);
      console.log(`${basename(font.path)}: ${made.length} bytes`);
    }
  },
});

import { publishContent } from '@coachsite/ui/site-build';
import { type ContentReport, checkContent, findingText } from '@coachsite/ui/site-build/content';
import { CommandError, runCommand } from './support/command.ts';
import { counted, printJson } from './support/words.ts';

const help = `npm run content -- check [--strict] [--json]
npm run content -- publish

  check     reads every text, article and fact, and names each mistake with its file and line: keys or languages that
            are missing, titles and descriptions that are too long, claims without a basis, links that lead nowhere.
            Ends with 1 when there is a mistake. Claims that nobody checked for 400 days are reminders; with
            --strict they are mistakes too. --json: all of them as JSON.
  publish   checks, and then puts what changed on the site: a server of this folder shows it within seconds, without a
            restart. With a mistake nothing changes, and it ends with 1.`;

/** Prints a report; returns the number of mistakes. */
function print({ mistakes, reminders }: ContentReport, isStrict: boolean): number {
  const wrong = isStrict ? [...mistakes, ...reminders] : mistakes;
  for (const finding of wrong) console.error(findingText(finding));
  if (!isStrict) for (const finding of reminders) console.log(`reminder: ${findingText(finding)}`);
  return wrong.length;
}

async function publish(): Promise<number> {
  const mistakes = print(checkContent(), false);
  if (mistakes > 0) {
    console.error(`${counted(mistakes, 'mistake')}: nothing was published`);
    return 1;
  }
  const wasPublished = await publishContent(() =>
    console.log('Texts have changed, so the pages are written again: this takes about 10 seconds'),
  );
  console.log(
    wasPublished
      ? 'Published: running servers of this folder show it within two seconds'
      : 'Nothing has changed since the last time',
  );
  return 0;
}

await runCommand({
  help,
  options: { strict: { type: 'boolean' }, json: { type: 'boolean' } },
  actions: {
    check: {
      takes: ['strict', 'json'],
      run: async ({ strict = false, json = false }) => {
        const report = checkContent();
        const { mistakes, reminders } = report;
        if (json) printJson(report);
        const wrong = json
          ? mistakes.length + (strict ? reminders.length : 0)
          : print(report, strict);
        if (wrong > 0) throw new CommandError(counted(wrong, 'mistake'));
        if (!json) console.log('No mistakes');
        return 0;
      },
    },
    publish: { run: publish },
  },
});

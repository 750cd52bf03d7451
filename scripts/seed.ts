import { createInterface } from 'node:readline/promises';
import type { Config } from '@coachsite/server/config';
import { CommandError, runCommand } from './support/command.ts';
import { commandLineContext, loadConfig, needSite, reportLostEvent } from './support/open-ports.ts';

const help = `npm run seed -- [--reset] [--yes]

Puts sample data into the database, each once: the sample guide as e-book, downloads over 60 days,
contact messages, notify-me entries, a member account, and facts about the coach with a portrait
and prices. All of it says that it is a sample.

  --reset   first wipes the e-book, downloads, messages, notify-me entries, the facts that were saved,
            and every account that is not an admin's; asks before it does
  --yes     does not ask, and allows it where NODE_ENV is production`;

async function confirmReset({ databaseUrl, dataDirectory }: Config): Promise<void> {
  const where = databaseUrl ? 'the database of DATABASE_URL' : dataDirectory;
  const ask = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => ask.once('close', () => resolve('')));
  const question = ask.question(`Wipe the content in ${where}? Type yes: `);
  const line = await Promise.race([question, closed]);
  ask.close();
  if (line.trim().toLowerCase() !== 'yes') throw new CommandError('Nothing was changed');
}

await runCommand({
  help,
  options: { reset: { type: 'boolean' }, yes: { type: 'boolean' } },
  run: async ({ reset = false, yes = false }) => {
    const config = await loadConfig();
    if (config.isProduction && !yes) {
      throw new CommandError('This is production (NODE_ENV): sample data needs --yes here');
    }
    if (reset && !yes) await confirmReset(config);
    const { openSamples } = await import('@coachsite/server/samples');
    const { failed } = await import('./support/explain.ts');
    try {
      const note = await needSite(config, true);
      const samples = await openSamples(config, { context: commandLineContext, reportLostEvent });
      if (note !== undefined) console.error(note);
      try {
        if (reset) {
          await samples.wipe();
          console.log('Wiped');
        }
        for (const line of await samples.add()) console.log(line);
      } finally {
        await samples.close();
      }
    } catch (error) {
      throw failed(error, config);
    }
  },
});

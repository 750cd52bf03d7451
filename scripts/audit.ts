import { join } from 'node:path';
import { askForWeaknesses, graveLines } from '@coachsite/server/known-weaknesses';
import { CommandError, runCommand } from './support/command.ts';
import { printJson } from './support/words.ts';

const help = `npm run audit [-- --if-possible] [--json]

Asks the package registry for known weaknesses of what runs in production. Fails if one is high or critical.
  --if-possible   succeeds, with a note, when the registry cannot be asked
  --json          all of them, the lesser ones too, as npm reports them; null when it could not be asked`;

await runCommand({
  help,
  options: { 'if-possible': { type: 'boolean' }, json: { type: 'boolean' } },
  run: async ({ 'if-possible': isOptional = false, json = false }) => {
    const weaknesses = askForWeaknesses(join(import.meta.dirname, '..'));
    if (!weaknesses) {
      const reason =
        'The package registry could not be asked for known weaknesses: nothing was checked';
      if (!isOptional) throw new CommandError(reason);
      console.error(reason);
      if (json) printJson(null);
      return;
    }
    if (json) printJson(weaknesses);
    const urgent = graveLines(weaknesses);
    for (const line of urgent) console.error(line);
    if (urgent.length > 0) {
      throw new CommandError(
        `${urgent.length} known to be high or critical: update them (docs/operations.md#updates)`,
      );
    }
    if (json) return;
    const lesser = Object.keys(weaknesses).length;
    console.log(`No known weakness is high or critical (${lesser} lesser ones)`);
  },
});

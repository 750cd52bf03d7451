import { englishText as textOf } from '@coachsite/server/error-text';
import { CommandError, exitOnSignals, fromInput, runCommand } from './support/command.ts';
import { commandLineContext as context, withPorts } from './support/open-ports.ts';
import { withProgress } from './support/progress.ts';

const help = `npm run import -- supabase URL [--dry-run] [--ebook FILE]

Takes over the accounts of a site that ran on Supabase, from its database or a restored dump of it: addresses, passwords,
identities, second factors, bans, admins. Everything or nothing; what is left out is listed with the reason. It can be
run again: accounts that came before stay as they are. Sessions end. Works while the server runs.

  URL           postgres://user:password@host/database; - reads it from standard input, as an argument is visible to others
  --ebook FILE  also makes this PDF the e-book
  --dry-run     only reports what would be taken over`;

await runCommand({
  help,
  options: { 'dry-run': { type: 'boolean', default: false }, ebook: { type: 'string' } },
  actions: {
    supabase: {
      needs: ['URL'],
      takes: ['dry-run', 'ebook'],
      run: async ({ 'dry-run': isDryRun = false, ebook }, given) => {
        exitOnSignals();
        const url = await fromInput(given, 'URL');
        const { moveIn, moveInLines } = await import('@coachsite/server/move-in');
        await withPorts(
          async (ports, config) => {
            const request = { url, ebook, isDryRun, context, textOf };
            const moved = await withProgress('Moving in', moveIn(ports, config, request));
            if (moved.isErr()) throw new CommandError(moved.error);
            for (const line of moveInLines(moved.value, isDryRun)) console.log(line);
          },
          { mayBegin: !isDryRun },
        );
      },
    },
  },
});

import { CommandError, runCommand } from './support/command.ts';
import { withPorts } from './support/open-ports.ts';
import { printJson } from './support/words.ts';

const help = `npm run consent -- show NUMBER

  show NUMBER   the proof of one cookie choice, as JSON: what was chosen, when (UTC), in which language, and the texts
                of that version of the banner and the cookie policy. Visitors read the number of their choice under
                "Cookie settings" on every page. Choices that were changed since are listed as "earlier".

Works while the server runs.`;

await runCommand({
  help,
  printsJson: true,
  actions: {
    show: {
      needs: ['The number'],
      run: async (_values, number) => {
        const { readConsentProof } = await import('@coachsite/server/consent-proof');
        const { englishText } = await import('@coachsite/server/error-text');
        await withPorts(async (ports) => {
          const proof = await readConsentProof(ports, number);
          if (proof.isErr()) throw new CommandError(englishText(proof.error));
          printJson(proof.value);
        });
      },
    },
  },
});

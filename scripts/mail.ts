import { retryAllMails, retryMail } from '@coachsite/core/mail';
import { reportJob } from '@coachsite/server/report-job';
import { readUnsentMails, unsentLines } from '@coachsite/server/unsent-mails';
import { fromInput, runCommand } from './support/command.ts';
import { explain } from './support/explain.ts';
import { commandLineContext, loadConfig, withPorts } from './support/open-ports.ts';
import { sendTestMail } from './support/test-mail.ts';
import { printJson } from './support/words.ts';

const help = `npm run mail -- <what>

  list           the mails that wait or were given up, with the reason; --json: as JSON, times in UTC
  retry [ID]     sends one of them again, or all that still have their content
  test ADDRESS   sends a test mail over the configured way and says how that went; - reads the address from standard input
  report JOB     for units of the system: stores how a job ended, so that the site tells its owner

Works while the server runs; it is the server that sends what waits.`;

/** The most mails that are listed. */
const listedMails = 1000;

function list(asJson: boolean): Promise<void> {
  return withPorts(async (ports) => {
    const unsent = await readUnsentMails(ports, listedMails);
    if (asJson) return printJson(unsent);
    for (const line of unsentLines(unsent, ports.clock.now())) console.log(line);
  });
}

function retry(id: string | undefined): Promise<void> {
  return withPorts(async (ports) => {
    const by = { context: commandLineContext };
    if (id !== undefined) {
      const retried = await retryMail(ports, { id, ...by });
      if (retried.isErr()) throw explain(retried.error);
      console.log('The mail is due: a running server sends it within seconds');
      return;
    }
    const due = await retryAllMails(ports, by);
    console.log(
      due === 0
        ? 'There is no mail that could be sent again'
        : `${due} due: a running server sends them within seconds`,
    );
  });
}

await runCommand({
  help,
  options: { json: { type: 'boolean' } },
  actions: {
    list: { takes: ['json'], run: ({ json = false }) => list(json) },
    retry: { mayFollow: 1, run: (_values, id) => retry(id) },
    report: { needs: ['The job'], run: (_, job) => reportJob(loadConfig, job, withPorts) },
    test: {
      needs: ['The address'],
      run: async (_values, address) => sendTestMail(await fromInput(address, 'ADDRESS')),
    },
  },
});

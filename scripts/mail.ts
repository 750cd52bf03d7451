import type { UnsentMails } from '@coachsite/adapters/contract';
import { retryAllMails, retryMail } from '@coachsite/core/mail';
import { readUnsentMails } from '@coachsite/server/unsent-mails';
import { runCommand } from './support/command.ts';
import { explain } from './support/explain.ts';
import { commandLineContext, withPorts } from './support/open-ports.ts';
import { sendTestMail } from './support/test-mail.ts';
import { printJson } from './support/words.ts';

const help = `npm run mail -- <what>

  list           the mails that wait or were given up, with the reason; --json: as JSON, times in UTC
  retry [ID]     sends one of them again, or all that still have their content
  test ADDRESS   sends a test mail over the configured way and says how that went

Works while the server runs; it is the server that sends what waits.`;

/** The most mails that are listed. */
const listedMails = 1000;

const shortly = (time: string) => time.replace('T', ' ').slice(0, 16);

function lineOf(mail: UnsentMails['mails'][number]): string {
  const { id, state, to, subject, problem, reason, codes, failures, enqueuedAt, nextTryAt } = mail;
  const next = nextTryAt === null ? '' : `, next try ${shortly(nextTryAt)}`;
  const why = problem
    ? `\n    ${reason}${codes ? ` (${codes})` : ''} Failed tries: ${failures}${next}`
    : '';
  const gone = to === null ? ' (its link or code was erased: it cannot be sent again)' : '';
  const what = state === 'failed' ? 'given up' : 'waits';
  return `${id}  ${what}  ${shortly(enqueuedAt)} UTC  ${to ?? '-'}  ${subject}${gone}${why}`;
}

function list(asJson: boolean): Promise<void> {
  return withPorts(async (ports) => {
    const unsent = await readUnsentMails(ports, listedMails);
    if (asJson) return printJson(unsent);
    const { waiting, failed, pause, mails } = unsent;
    for (const mail of mails) console.log(lineOf(mail));
    if (pause && Date.parse(pause.until) > ports.clock.now()) {
      console.log(`The mail server takes no mail. Next try: ${shortly(pause.until)} UTC`);
    }
    console.log(
      waiting + failed === 0
        ? 'No mail waits, and none was given up'
        : `${waiting} waiting, ${failed} given up`,
    );
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
    test: { needs: ['The address'], run: (_values, address) => sendTestMail(address) },
  },
});

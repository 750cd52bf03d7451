import { type MailProblem, retryAllMails, retryMail, type UnsentMail } from '@coachsite/core/mail';
import { CommandError, runCommand } from './support/command.ts';
import { commandLineContext, withPorts } from './support/open-ports.ts';
import { sendTestMail } from './support/test-mail.ts';
import { minute } from './support/words.ts';

const help = `npm run mail -- <what>

  list           the mails that wait or were given up, with the reason
  retry [ID]     sends one of them again, or all that still have their content
  test ADDRESS   sends a test mail over the configured way and says how that went

Works while the server runs; it is the server that sends what waits.`;

/** The most mails that are listed. */
const listedMails = 1000;

function lineOf(mail: UnsentMail, textOf: (problem: MailProblem) => string): string {
  const { id, state, to, subject, problem, reason, failures, enqueuedAt, nextTryAt } = mail;
  const next = nextTryAt === undefined ? '' : `, next try ${minute(nextTryAt)}`;
  const why = problem
    ? `\n    ${textOf(problem)}${reason ? ` (${reason})` : ''} Failed tries: ${failures}${next}`
    : '';
  const gone = to === undefined ? ' (its link or code was erased: it cannot be sent again)' : '';
  const what = state === 'failed' ? 'given up' : 'waits';
  return `${id}  ${what}  ${minute(enqueuedAt)} UTC  ${to ?? '-'}  ${subject}${gone}${why}`;
}

function list(): Promise<void> {
  return withPorts(async ({ mailQueue, clock }) => {
    const { mailProblemText } = await import('@coachsite/server/mail-test');
    const { waiting, failed } = await mailQueue.counts();
    const pause = await mailQueue.pause();
    for (const mail of await mailQueue.unsent(listedMails))
      console.log(lineOf(mail, mailProblemText));
    if (pause && pause.until > clock.now()) {
      console.log(`The mail server takes no mail. Next try: ${minute(pause.until)} UTC`);
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
      const retried = await retryMail(ports, id, by);
      if (retried.isErr()) {
        const { englishText } = await import('@coachsite/server/error-text');
        throw new CommandError(englishText(retried.error));
      }
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
  actions: {
    list: { run: list },
    retry: { mayFollow: 1, run: (_values, id) => retry(id) },
    test: { needs: ['The address'], run: (_values, address) => sendTestMail(address) },
  },
});

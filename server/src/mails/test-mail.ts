import { openOutbox } from '@coachsite/adapters/outbox';
import { smtpMailer } from '@coachsite/adapters/smtp';
import { cryptoIds, systemClock } from '@coachsite/adapters/system';
import { defaultLanguage } from '@coachsite/core/language';
import { type Mail, sendTestMail } from '@coachsite/core/mail';
import type { Config } from '../config/config.ts';
import { openDataDirectory } from '../config/data-directory.ts';
import { layOutMail } from './layout.ts';
import { mailDomainLines } from './mail-domain.ts';
import { mailProblemText } from './problem-text.ts';
import { fill, mailTexts } from './texts.ts';

/** How a test of the mail settings went, in lines for the operator. */
export interface MailTest {
  readonly hasPassed: boolean;
  readonly lines: readonly string[];
}

/** The mail that tries the settings. */
export function testMail({ site, publicUrl }: Config, to: string): Mail {
  const { reason, ...words } = fill(mailTexts[defaultLanguage].test, {
    brand: site.name,
    site: publicUrl,
  });
  return {
    id: cryptoIds.uuid(),
    to,
    ...layOutMail(site, { lang: defaultLanguage, ...words, reason }),
  };
}

/** The configured way of sending, as the server uses it. */
export function openMailer({ smtpUrl, mailFrom: from, outboxDirectory: directory }: Config) {
  if (smtpUrl !== undefined) return smtpMailer({ url: smtpUrl, from });
  return { ...openOutbox({ directory, from, clock: systemClock }).mailer, close: () => undefined };
}

/** What the first step proved. Without a user in SMTP_URL nothing was signed in. */
function connectedText({ smtpUrl, outboxDirectory }: Config): string {
  if (smtpUrl === undefined)
    return `${outboxDirectory}: the folder can be written to (SMTP_URL is not set, so no mail leaves this machine)`;
  const { host, username } = new URL(smtpUrl);
  return username === ''
    ? `${host}: connected, without signing in (SMTP_URL has no user)`
    : `${host}: connected and signed in`;
}

/**
 * Sends one test mail over the configured way: connects, signs in, hands the mail over; or writes it to the outbox folder.
 * Source: docs/contract.md#1.
 */
export async function testMailSettings(config: Config, to: string): Promise<MailTest> {
  const opened = openDataDirectory(config.dataDirectory);
  if (opened.isErr()) return { hasPassed: false, lines: [opened.error] };
  const place = config.smtpUrl ? new URL(config.smtpUrl).host : config.outboxDirectory;
  const connected = connectedText(config);
  const mailer = openMailer(config);
  const tested = await sendTestMail({ mailer }, testMail(config, to));
  mailer.close();
  if (tested.isOk()) {
    const handed = config.smtpUrl
      ? `${to}: the mail was accepted from ${config.mailFrom}. See whether it arrives, and not as spam.`
      : `${to}: the mail is a file in that folder`;
    return { hasPassed: true, lines: [connected, handed, ...(await mailDomainLines(config))] };
  }
  const { step, problem, reason } = tested.error;
  const hint =
    problem === 'no_connection'
      ? ' Check the name and the port in SMTP_URL, and that no firewall is in the way.'
      : '';
  const failed = `${step === 'connect' ? place : to}: ${mailProblemText(problem)}${hint} (${reason})`;
  return { hasPassed: false, lines: step === 'connect' ? [failed] : [connected, failed] };
}

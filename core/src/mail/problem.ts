/** Why a mail was not accepted, as far as the admin can do something about it. Source: docs/security.md#DR-13. */
export const mailProblems = [
  'no_connection',
  'tls',
  'sign_in',
  'sender_rejected',
  'too_many',
  'server_busy',
  'folder',
  'try_later',
  'mailbox_full',
  'recipient_rejected',
  'too_large',
  'rejected',
  'expired',
  'crashed',
  'unknown',
] as const;

/** The problem of an attempt to send a mail. */
export type MailProblem = (typeof mailProblems)[number];

/** The problems of the mail server or its settings, which every other mail has too. */
const ofServer: readonly MailProblem[] = [
  'no_connection',
  'tls',
  'sign_in',
  'sender_rejected',
  'too_many',
  'server_busy',
  'folder',
];

/** The problems that a later try does not solve. */
const permanent: readonly MailProblem[] = [
  'recipient_rejected',
  'too_large',
  'rejected',
  'expired',
  'crashed',
];

/** Whether the problem concerns every mail, so that the queue pauses. Source: docs/security.md#DR-13. */
export const isServerProblem = (problem: string): boolean =>
  ofServer.some((one) => one === problem);

/** Whether a later try of the same mail cannot succeed. Source: RFC 5321. */
export const isPermanent = (problem: MailProblem): boolean => permanent.includes(problem);

/** How the sending of a mail ended: what the mail library and the mail server said. */
export interface SmtpOutcome {
  /** The code of the library: `ESOCKET`, `EAUTH`, `EENVELOPE` and so on. */
  readonly code?: string | undefined;
  /** The reply code of the server. */
  readonly status?: number | undefined;
  /** The command that failed: `CONN`, `MAIL FROM`, `RCPT TO`, `DATA` and so on. */
  readonly command?: string | undefined;
  /** The words of the server or of the system; only compared, never kept. */
  readonly text?: string | undefined;
}

const size = /message (?:size|is too|too)|too (?:large|big)|size limit/i;
const tooMany =
  /too many (?:\w+ )?(?:messages|mail|connection|session|login|requests|attempts|auth)|\brate\b|throttl|(?:sending|hourly|daily|message|messages|user) (?:\w+ )?(?:quota|limit)|limit (?:was |has been )?(?:exceeded|reached)|exceeded (?:\w+ ){0,4}(?:limit|rate|quota|messages|connections)|slow down|too (?:fast|quickly|frequent)|concurrent|try again in an? (?:hour|minute)/i;
const mailboxFull =
  /mailbox (?:\w+ ){0,3}(?:full|quota)|over ?quota|quota exceeded|storage allocation|out of storage/i;

/** Subject and detail of an enhanced status code; part of an IP address is none. Source: RFC 3463. */
const enhanced = (text: string) => /(?<![\w.])[245]\.(\d{1,3}\.\d{1,3})\b(?!\.\d)/.exec(text)?.[1];

function ofReply(status: number, command: string, text: string): MailProblem {
  const detail = enhanced(text) ?? '';
  if (detail === '3.4' || status === 523 || (status === 552 && size.test(text))) return 'too_large';
  if (detail === '2.2') return 'mailbox_full';
  if (['7.28', '4.5'].includes(detail)) return 'too_many';
  if (mailboxFull.test(text)) return 'mailbox_full';
  if (tooMany.test(text)) return 'too_many';
  if (status === 552) return 'mailbox_full';
  if ([530, 534, 535, 538].includes(status)) return 'sign_in';
  if ([421, 454].includes(status) || /^3\.[12]$/.test(detail)) return 'server_busy';
  if (status === 452) return 'server_busy';
  if (status < 500) return 'try_later';
  if (command === 'MAIL FROM') return 'sender_rejected';
  return command === 'RCPT TO' ? 'recipient_rejected' : 'rejected';
}

const certificate = /certificate|self[- ]signed|altnames|\bssl\b|\btls\b|wrong version number/i;

/**
 * What a failed delivery means: the reply code of the server, its enhanced code and its words, or what kept the
 * connection from being made. Source: docs/security.md#DR-13, RFC 5321, RFC 3463.
 */
export function mailProblemOf(outcome: SmtpOutcome): MailProblem {
  const { code = '', status = 0, command = '', text = '' } = outcome;
  // Whatever the server replied: without encryption it gets no mail at all.
  if (code === 'ETLS' || code === 'EREQUIRETLS' || command === 'STARTTLS') return 'tls';
  if (status >= 400) {
    const problem = ofReply(status, command, text);
    return code === 'EAUTH' && !isServerProblem(problem) ? 'sign_in' : problem;
  }
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'sign_in';
  if (code === 'EMESSAGE' && size.test(text)) return 'too_large';
  if (code === 'EENVELOPE') return 'recipient_rejected';
  if (['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'EPROTOCOL'].includes(code)) {
    return certificate.test(text) ? 'tls' : 'no_connection';
  }
  return 'unknown';
}

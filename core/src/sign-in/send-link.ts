import type { User } from '../account/index.ts';
import type { Clock, UserId } from '../kernel/index.ts';
import { isLanguage, languages as specified } from '../language/index.ts';
import {
  type AuthMessage,
  type AuthMessenger,
  type IssueTokenPorts,
  issueToken,
  type LinkType,
  type MessageLanguage,
  type MessageLink,
  type TokenSettings,
  type TokenSlot,
} from '../one-time-token/index.ts';
import type { AttemptStore } from '../rate-limit/index.ts';
import { logEvent, type RequestContext, type SecurityLogPorts } from '../security-log/index.ts';
import type { LinkRequest } from './settings.ts';

/** The ports for sending a link. */
export type SendLinkPorts = IssueTokenPorts &
  Omit<SecurityLogPorts, 'reportLostEvent'> & { readonly messenger: AuthMessenger };

/** The mails that have a link. */
type LinkMessageKind = Extract<AuthMessage, { readonly link: MessageLink }>['kind'];

/** A message with a link and a code, and what they are for. */
export interface LinkMessage {
  readonly kind: LinkMessageKind;
  /** Which earlier token it replaces. */
  readonly slot: TokenSlot;
  readonly type: LinkType;
  readonly to: string;
  /** Whether the person who asked also set the password; if not, using the token removes it. */
  readonly confirmsPassword: boolean;
  /** The new address that the link approves; absent for other links. */
  readonly newEmail?: string;
}

/** The recipient of a link, and the request it belongs to. */
export interface LinkMessageRequest {
  /** The account that the token belongs to. */
  readonly user: User;
  readonly message: LinkMessage;
  readonly link: LinkRequest;
  readonly context: RequestContext;
}

/**
 * The language for a message: that of the account, or else that of the request, or else the first one that the
 * messenger has.
 */
export function languageOf(
  { languages = specified }: Pick<AuthMessenger, 'languages'>,
  user: User | undefined,
  requested?: MessageLanguage,
): MessageLanguage {
  const own = user?.metadata.language;
  return isLanguage(own, languages) ? own : (requested ?? languages[0]);
}

/**
 * Issues a token, queues its message and logs the event, all in one commit. For nobody it takes the same steps: there is no
 * account to keep a token for, and the mail is composed and dropped. Source: docs/security.md#LK-9.
 */
export async function sendLink(
  ports: SendLinkPorts,
  settings: TokenSettings,
  {
    user,
    message,
    link,
    context,
  }: Omit<LinkMessageRequest, 'user'> & {
    /** `undefined` for an address without an account. */
    readonly user: User | undefined;
  },
): Promise<void> {
  const { kind, slot, type, to, confirmsPassword, newEmail } = message;
  const { challenge, redirectTo, transport } = link;
  const change = newEmail === undefined ? {} : { newEmail };
  const userId = user?.id ?? (ports.ids.uuid() as UserId);
  const token = { userId, slot, type, recipient: to, challenge, confirmsPassword };
  const { code, linkToken, kept } = issueToken(ports, settings, { ...token, ...change });
  const mail = {
    kind,
    to,
    language: languageOf(ports.messenger, user, link.language),
    code,
    link: { token: linkToken, type, redirectTo, transport },
    ...change,
  };
  await Promise.all([
    kept,
    user ? ports.messenger.send(mail) : ports.messenger.sendToNobody?.(mail),
    logEvent(ports, {
      actionType: 'message_request',
      ...(user && { userId: user.id }),
      context,
      details: user ? { message: kind } : { message: kind, reason: 'no such account' },
    }),
  ]);
}

/**
 * Takes the place of a change of the account, where there is none: one commit. Source: docs/security.md#LK-9.
 */
export async function changeNothing(
  ports: { readonly attempts: AttemptStore; readonly clock: Clock },
  message: LinkMessageKind,
  address: string,
): Promise<void> {
  const limit = { maxAttempts: 1, windowMs: 1000 };
  await ports.attempts.attempt(`nobody:${message}:${address}`, limit, ports.clock.now());
}

/**
 * Does as much for a number without an account as changing it and texting it a code. Source: docs/security.md#LK-9.
 */
export async function sendNothing(
  ports: Omit<SecurityLogPorts, 'reportLostEvent'> & { readonly attempts: AttemptStore },
  message: LinkMessageKind,
  address: string,
  context: RequestContext,
): Promise<void> {
  await changeNothing(ports, message, address);
  const details = { message, reason: 'no such account' };
  await logEvent(ports, { actionType: 'message_request', context, details });
}

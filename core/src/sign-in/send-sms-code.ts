import { ok, type Result } from 'neverthrow';
import type { User } from '../account/index.ts';
import {
  type IssueTokenPorts,
  issueToken,
  type MessageLanguage,
  type TokenSettings,
} from '../one-time-token/index.ts';
import { logEvent, type RequestContext, type SecurityLogPorts } from '../security-log/index.ts';
import type { PhoneMessage, PhoneMessenger, SmsError } from '../sms/index.ts';
import { languageOf } from './send-link.ts';

/** What texting a code touches. */
export type SendSmsCodePorts = IssueTokenPorts &
  SecurityLogPorts & { readonly phoneMessenger: PhoneMessenger };

/** One text message with a code, and what the code will do. */
export interface SmsCode {
  readonly type: 'sms' | 'phone_change' | 'reauthentication';
  readonly to: string;
  readonly confirmsPassword: boolean;
}

const kinds = {
  sms: 'sign_in',
  phone_change: 'phone_change',
  reauthentication: 'reauthentication',
} as const satisfies Record<SmsCode['type'], PhoneMessage['kind']>;

/**
 * Makes a code and texts it. `queued`: for visitors, whose answer may not tell what becomes of the message; `now`:
 * for someone who is signed in, who hears when it could not be sent.
 */
export async function sendSmsCode(
  ports: SendSmsCodePorts,
  settings: TokenSettings,
  user: User,
  { type, to, confirmsPassword }: SmsCode,
  how: 'queued' | 'now',
  language: MessageLanguage,
  context: RequestContext,
): Promise<Result<void, SmsError>> {
  const { code, kept } = issueToken(ports, settings, {
    userId: user.id,
    slot: type,
    type,
    recipient: to,
    challenge: undefined,
    confirmsPassword,
  });
  const message: PhoneMessage = {
    kind: kinds[type],
    to,
    language: languageOf(user, language),
    code,
    expiresAt: ports.clock.now() + settings.codeTtlMs,
  };
  await Promise.all([
    kept,
    how === 'queued' ? ports.phoneMessenger.send(message) : undefined,
    logEvent(ports, {
      actionType: 'message_request',
      userId: user.id,
      context,
      details: { message: `sms_${message.kind}` },
    }),
  ]);
  return how === 'now' ? ports.phoneMessenger.sendNow(message) : ok();
}

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

/** Whom to text a code. */
export interface SmsCodeRequest {
  readonly user: User;
  readonly code: SmsCode;
  /**
   * `queued`: for visitors, whose response may not tell what becomes of the message; `now`: for somebody who is signed
   * in, who learns when it could not be sent.
   */
  readonly how: 'queued' | 'now';
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

const kinds = {
  sms: 'sign_in',
  phone_change: 'phone_change',
  reauthentication: 'reauthentication',
} as const satisfies Record<SmsCode['type'], PhoneMessage['kind']>;

/** Makes a code and texts it. */
export async function sendSmsCode(
  ports: SendSmsCodePorts,
  settings: TokenSettings,
  { user, code: texted, how, language, context }: SmsCodeRequest,
): Promise<Result<void, SmsError>> {
  const { type, to, confirmsPassword } = texted;
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

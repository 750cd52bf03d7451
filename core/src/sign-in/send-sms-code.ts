import type { User } from '../account/index.ts';
import { ok, type Result } from '../kernel/index.ts';
import {
  type IssueTokenPorts,
  issueToken,
  type MessageLanguage,
  type TokenSettings,
} from '../one-time-token/index.ts';
import { logEvent, type RequestContext, type SecurityLogPorts } from '../security-log/index.ts';
import type { PhoneMessage, PhoneMessenger, SmsError } from '../sms/index.ts';
import { languageOf } from './send-link.ts';

/** The ports for texting a code. */
export type SendSmsCodePorts = IssueTokenPorts &
  Omit<SecurityLogPorts, 'reportLostEvent'> & { readonly phoneMessenger: PhoneMessenger };

/** A text message with a code, and what the code is for. */
export interface SmsCode {
  readonly type: 'sms' | 'phone_change' | 'reauthentication';
  /** The number it goes to, digits without the plus sign. */
  readonly to: string;
  /** Whether the person who asked also set the password; if not, using the code removes it. */
  readonly confirmsPassword: boolean;
}

/** The recipient of a text message with a code. */
export interface SmsCodeRequest {
  /** The account that the token belongs to. */
  readonly user: User;
  readonly code: SmsCode;
  /**
   * `queued` for visitors, whose response must not reveal whether the message was sent; `now` for signed-in users,
   * who get an error if it was not.
   */
  readonly how: 'queued' | 'now';
  /** Used if the account has none. */
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

const kinds = {
  sms: 'sign_in',
  phone_change: 'phone_change',
  reauthentication: 'reauthentication',
} as const satisfies Record<SmsCode['type'], PhoneMessage['kind']>;

/** Issues a code and sends it by text message. Errors: `sms_send_failed`, and only for `now`. */
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
    language: languageOf(ports.phoneMessenger, user, language),
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

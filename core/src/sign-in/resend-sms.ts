import { checkPhone, isConfirmed, type PhoneError, type User } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { checkSmsSendInterval, type MessageLanguage } from '../one-time-token/index.ts';
import type { RequestContext } from '../security-log/index.ts';
import { sendNothing } from './send-link.ts';
import { type SendSmsCodePorts, sendSmsCode } from './send-sms-code.ts';
import type { PhoneSignInPorts, PhoneSignInSettings } from './sign-up-by-phone.ts';

/** Which text message to resend, and to which number. */
export interface ResendSmsRequest {
  /** To confirm a sign-up, or a change of number. */
  readonly type: 'sms' | 'phone_change';
  readonly phone: string;
  /** Used if the account has none. */
  readonly language: MessageLanguage;
  readonly context: RequestContext;
}

/**
 * Resends the code of a pending sign-up or change of number, if the interval has passed; the result is the same in
 * every case. A change is found by the new or the current number. Errors: `invalid_phone`. Source: docs/wire.md#4.6.
 */
export async function resendSms(
  ports: SendSmsCodePorts & Pick<PhoneSignInPorts, 'users' | 'attempts'>,
  settings: PhoneSignInSettings,
  { type, language, context, ...request }: ResendSmsRequest,
): Promise<Result<void, PhoneError>> {
  const checked = checkPhone(request.phone);
  if (checked.isErr()) return err(checked.error);
  const phone = checked.value;
  const held = await ports.users.byPhone(phone);
  const moving = held?.newPhone === undefined ? await ports.users.byNewPhone(phone) : held;
  const user = type === 'phone_change' ? moving : held && !isConfirmed(held) ? held : undefined;
  const to = type === 'sms' ? phone : (user?.newPhone ?? phone);
  const message = type === 'sms' ? 'signup' : 'phone_change';
  // Counted by the number that gets the text message, whichever one it was asked for by.
  const allowed = await checkSmsSendInterval(ports, settings, { message, phone: to });
  if (allowed.isErr()) return ok();
  if (!user) {
    await sendNothing(ports, 'signup', phone, context);
    return ok();
  }
  const now = ports.clock.now();
  const touch = (current: User): User =>
    type === 'sms'
      ? { ...current, confirmationSentAt: now }
      : { ...current, phoneChangeSentAt: now };
  const touched = await ports.users.change(user.id, touch);
  const confirmsPassword = !(touched.unwrapOr(undefined) ?? user).passwordUnverified;
  const code = { type, to, confirmsPassword } as const;
  await sendSmsCode(ports, settings, { user, code, how: 'queued', language, context });
  return ok();
}

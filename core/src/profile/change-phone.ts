import {
  checkPhone,
  checkReachablePhone,
  movePhone,
  type PhoneDigits,
  type PhoneError,
  type TakenError,
  type User,
} from '../account/index.ts';
import { type EpochMs, err, ok, type Result } from '../kernel/index.ts';
import { logEventInBackground } from '../security-log/index.ts';
import {
  noticeOfNewPhone,
  type PhoneSignInPorts,
  type PhoneSignInSettings,
  type SmsCodeRequest,
  sendSmsCode,
} from '../sign-in/index.ts';
import type { SmsError } from '../sms/index.ts';

/** The new number; `undefined` if unchanged. Errors: malformed or taken. */
export async function checkNewPhone(
  ports: Pick<PhoneSignInPorts, 'readPhone' | 'users'>,
  user: User,
  phone: string,
): Promise<Result<PhoneDigits | undefined, PhoneError | TakenError>> {
  // The account may have a number of old that could not be set today.
  const isOwn = checkPhone(phone).map((digits) => digits === user.phone);
  if (isOwn.unwrapOr(false)) return ok(undefined);
  const checked = checkReachablePhone(ports, phone);
  if (checked.isErr()) return err(checked.error);
  return (await ports.users.byPhone(checked.value))
    ? err({ kind: 'phone_exists' })
    : ok(checked.value);
}

/** The account with a new number, effective at once with `autoconfirm`, else pending until its code is entered. */
export function withPhone(
  user: User,
  phone: PhoneDigits,
  {
    autoconfirm,
    identityId,
    now,
  }: Pick<PhoneSignInSettings, 'autoconfirm'> & {
    readonly identityId: string;
    readonly now: EpochMs;
  },
): User {
  if (autoconfirm) return movePhone(user, phone, identityId, now);
  return { ...user, newPhone: phone, phoneChangeSentAt: now };
}

/**
 * Sends a code to a new number, or a notice if it is already effective. Errors: `sms_send_failed`. Source:
 * docs/wire.md#4.9.
 */
export async function afterPhoneChange(
  ports: PhoneSignInPorts,
  settings: PhoneSignInSettings,
  { user, language, context }: Omit<SmsCodeRequest, 'code' | 'how'>,
): Promise<Result<void, SmsError>> {
  if (settings.autoconfirm) {
    await noticeOfNewPhone(ports, user);
    logEventInBackground(ports, { actionType: 'phone_change', userId: user.id, context });
    return ok();
  }
  const to = user.newPhone ?? '';
  const code = { type: 'phone_change', to, confirmsPassword: true } as const;
  return sendSmsCode(ports, settings, { user, code, how: 'now', language, context });
}

import { canonicalEmail, checkNewPassword } from '@coachsite/core/account';
import { makeConfirmedAccount } from '@coachsite/core/admins';
import { toBase64Url } from '@coachsite/core/kernel';
import type { Config } from '../../config/config.ts';
import type { SamplePorts } from './ports.ts';

const email = 'lid@voorbeeld.example';

/** 120 random bits that the password rules accept; nearly every draw does. */
function randomPassword(ports: SamplePorts): string {
  for (;;) {
    const password = toBase64Url(ports.random.bytes(15));
    if (checkNewPassword(password).isOk()) return password;
  }
}

/**
 * A member without any role. The password is random and printed only now: there is no default one.
 * Source: docs/security.md#BT-4.
 */
export async function addMember(ports: SamplePorts, config: Config): Promise<string> {
  if (await ports.users.byEmail(canonicalEmail(email))) return `Member: ${email} is there already`;
  const password = randomPassword(ports);
  const settings = { siteName: config.site.name };
  const credentials = { email, password };
  const made = await makeConfirmedAccount(ports, settings, credentials);
  if (made.isErr()) return `Member: not made (${made.error.kind})`;
  const stored = await ports.users.create(made.value);
  return stored.isOk()
    ? `Member: ${email}, password ${password}`
    : `Member: not made (${stored.error.kind})`;
}

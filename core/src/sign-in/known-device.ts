import type { User } from '../account/index.ts';
import { type Clock, type Digest, dayMs, type Milliseconds, toHex } from '../kernel/index.ts';
import type { AuthMessenger, MessageLanguage } from '../one-time-token/index.ts';
import type { RoleStore } from '../roles/index.ts';
import type { SecurityLogPorts } from '../security-log/index.ts';
import type { DeviceStore } from './ports.ts';
import { languageOf } from './send-link.ts';

/** A device that is not used for so long is forgotten: its next sign-in is new again. Source: docs/security.md#LK-16. */
export const deviceKeptMs: Milliseconds = 180 * dayMs;

/** Devices of one account; beyond it the one unused for longest is forgotten. */
const mostDevices = 50;

/** The ports for telling of a new device. */
export type DevicePorts = Pick<SecurityLogPorts, 'reportLostEvent'> & {
  readonly clock: Clock;
  readonly devices: DeviceStore;
  readonly digest: Digest;
  readonly messenger: AuthMessenger;
  readonly roles: Pick<RoleStore, 'rolesOf'>;
};

/** A sign-in that has just succeeded. */
export interface DeviceSignIn {
  readonly user: User;
  /** What tells this device from others, such as a secret that its cookie then has; kept as a hash only. */
  readonly device: () => string;
  /** The network address it came from. */
  readonly ip: string;
  /** The language of the mail, where the account has none. */
  readonly language: MessageLanguage;
}

/** Whether the sign-ins of an account on new devices are told: of admins always, of a member who asked for it. */
async function isTold(
  { roles }: Pick<DevicePorts, 'roles'>,
  { id, metadata }: Pick<User, 'id' | 'metadata'>,
): Promise<boolean> {
  return metadata.new_device_mail === 'on' || (await roles.rolesOf(id)).includes('admin');
}

/** Notes the device of an account; whether it was known. */
function see(
  ports: Pick<DevicePorts, 'clock' | 'devices' | 'digest'>,
  { user, device }: Pick<DeviceSignIn, 'user' | 'device'>,
): Promise<boolean> {
  const hash = toHex(ports.digest.sha256(`device.${user.id}.${device()}`));
  const now = ports.clock.now();
  const bounds = { unusedSince: now - deviceKeptMs, most: mostDevices };
  return ports.devices.see({ userId: user.id, hash }, now, bounds);
}

/** The address that is told of devices. */
const toldAt = ({ email, emailConfirmedAt }: User) =>
  emailConfirmedAt === undefined ? undefined : email;

/**
 * What follows when a member asks to be told of new devices, or no longer: the device at hand is none that is new, or all of
 * them are forgotten and a mail says so, as whoever took a session over would begin with that. `before` is the account until
 * then. Returns whether they were forgotten. Source: docs/security.md#LK-16.
 */
export async function afterDeviceMailChange(
  ports: Omit<DevicePorts, 'reportLostEvent'>,
  { before, user, device, language }: Omit<DeviceSignIn, 'ip'> & { readonly before: User },
): Promise<boolean> {
  const [wasTold, isToldNow] = [await isTold(ports, before), await isTold(ports, user)];
  if (!wasTold && isToldNow) await see(ports, { user, device });
  if (!wasTold || isToldNow) return false;
  await ports.devices.removeOfUser(user.id);
  const to = toldAt(user);
  if (to !== undefined)
    await ports.messenger.send({
      kind: 'new_device_mail_off',
      to,
      language: languageOf(ports.messenger, user, language),
    });
  return true;
}

/**
 * Mails the owner of an account when it was signed in to with a device not seen before, to admins and to members who asked for
 * it; of the others `device` is not asked, and nothing is kept. A store that fails does not undo the sign-in: it is
 * reported. Source: docs/security.md#LK-16.
 */
export async function noticeOfDevice(ports: DevicePorts, signIn: DeviceSignIn): Promise<void> {
  const { user, ip, language } = signIn;
  try {
    if (!(await isTold(ports, user)) || (await see(ports, signIn))) return;
    const to = toldAt(user);
    if (to === undefined) return;
    await ports.messenger.send({
      kind: 'new_device',
      to,
      language: languageOf(ports.messenger, user, language),
      at: ports.clock.now(),
      ip,
    });
  } catch (error) {
    ports.reportLostEvent('auth_success', error);
  }
}

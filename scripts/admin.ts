import { createInterface } from 'node:readline';
import { checkEmail, emailReasonsText, passwordFeedbackText } from '@coachsite/core/account';
import {
  addAdmin,
  type ConfirmedAccountError,
  listAdmins,
  openSetup,
  revokeAdmin,
} from '@coachsite/core/admins';
import { logEvent, type SecurityEventKind } from '@coachsite/core/security-log';
import type { Ports } from '@coachsite/server/compose';
import { CommandError, runCommand, takeOnly, UsageError } from './command.ts';
import { commandLineContext, withPorts } from './open-ports.ts';

const help = `npm run admin -- <what>

  create --email E --password-stdin   make a confirmed admin; the password is the first line of stdin.
                                      Who has an account already gets the role and keeps the password.
  list                                the admins, the first appointed first
  revoke --email E [--force]          take the role away; from the last admin only with --force
  unlock --email E                    end the lock after too many failed sign-ins; every count of check_rate_limit
                                      starts anew. A sign-in page that was open has to be loaded anew.

Works while the server runs.`;

/** The first line of standard input. A password in an argument would be visible in process lists. */
async function readPassword(): Promise<string> {
  try {
    for await (const line of createInterface({ input: process.stdin })) return line;
    throw new UsageError('The password is missing: it is the first line of standard input');
  } finally {
    process.stdin.destroy();
  }
}

/** Explains why an account was not created. */
function explain(refusal: ConfirmedAccountError | { readonly kind: string }): CommandError {
  if ('reasons' in refusal && refusal.kind === 'invalid_email') {
    return new CommandError(`Invalid email: ${emailReasonsText(refusal.reasons)}`);
  }
  if ('feedback' in refusal) {
    const reasons = passwordFeedbackText(refusal.feedback);
    return new CommandError(`Weak password${reasons ? `: ${reasons}` : ' (8 to 128 characters)'}`);
  }
  return new CommandError(`The account was not created: ${refusal.kind.replaceAll('_', ' ')}`);
}

const record = (
  ports: Ports,
  actionType: SecurityEventKind,
  userId: string | undefined,
  change: string,
) => logEvent(ports, { actionType, userId, context: commandLineContext, details: { change } });

function create(email: string): Promise<void> {
  return withPorts(async (ports, config) => {
    const password = await readPassword();
    const added = await addAdmin(ports, { email, password }, config.site.name);
    if (added.isErr()) throw explain(added.error);
    const { user, existed, wasAdmin } = added.value;
    // The set-up link is no longer needed.
    await openSetup(ports);
    if (wasAdmin) {
      console.log(`${user.email} is an admin already: nothing was changed`);
      return;
    }
    await record(ports, 'role_change', user.id, 'admin granted');
    const note = existed ? ' (had an account already: its password is as it was)' : '';
    console.log(`${user.email} is an admin${note}`);
  });
}

function list(): Promise<void> {
  return withPorts(async (ports) => {
    const admins = await listAdmins(ports);
    for (const { email, phone, id } of admins) console.log(email ?? phone ?? id);
    if (admins.length === 0) console.log('There is no admin yet');
  });
}

function revoke(email: string, force: boolean): Promise<void> {
  return withPorts(async (ports) => {
    const revoked = await revokeAdmin(ports, email, force);
    if (revoked.isErr()) {
      throw new CommandError(
        revoked.error.kind === 'last_admin'
          ? `${email} is the last admin. Make another one first, or repeat with --force.`
          : `There is no account under ${email}`,
      );
    }
    const { user, wasAdmin } = revoked.value;
    if (!wasAdmin) throw new CommandError(`${user.email} is not an admin`);
    await record(ports, 'role_change', user.id, 'admin revoked');
    console.log(`${user.email} is no longer an admin`);
  });
}

function unlock(address: string): Promise<void> {
  return withPorts(async (ports, config) => {
    const email = checkEmail(address);
    if (email.isErr()) throw explain(email.error);
    const lockoutMs = config.auth.lockoutSeconds * 1000;
    const wasLocked = await ports.lockouts.clear(email.value, lockoutMs, ports.clock.now());
    if (wasLocked) {
      const user = await ports.users.byEmail(email.value);
      await record(ports, 'unlock', user?.id, 'unlocked');
    }
    // The device that locked the account is not known, so all client rate limits are cleared; they protect nothing.
    await ports.attempts.clearClientRateLimits();
    console.log(wasLocked ? `${email.value} is unlocked` : `${email.value} was not locked`);
    console.log(
      'Every count of check_rate_limit starts anew; a sign-in page that is open has to be reloaded',
    );
  });
}

const optionsOf = {
  list: [],
  create: ['email', 'password-stdin'],
  revoke: ['email', 'force'],
  unlock: ['email'],
} as const;

await runCommand({
  help,
  options: {
    email: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    force: { type: 'boolean' },
  },
  run: async (values, [what, ...rest]) => {
    const { email, 'password-stdin': fromStdin, force = false } = values;
    if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`);
    if (what !== 'list' && what !== 'create' && what !== 'revoke' && what !== 'unlock') {
      throw new UsageError(what ? `Unknown: ${what}` : 'Say what to do');
    }
    takeOnly(values, ...optionsOf[what]);
    if (what === 'list') return list();
    if (!email) throw new UsageError('--email is missing');
    if (what === 'revoke') return revoke(email, force);
    if (what === 'unlock') return unlock(email);
    if (!fromStdin) throw new UsageError('--password-stdin is missing');
    return create(email);
  },
});

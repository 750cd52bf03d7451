import { createInterface } from 'node:readline';
import { addAdmin, addRole, listAdmins, openSetup, revokeAdmin } from '@coachsite/core/admins';
import {
  ban,
  endAllSessions,
  explain,
  lastAdmin,
  noAccount,
  recipientOf,
  resetFactors,
  unban,
  unlock,
} from './support/admin-account.ts';
import { CommandError, runCommand, takeOnly, UsageError } from './support/command.ts';
import { commandLineContext as context, withPorts } from './support/open-ports.ts';

const help = `npm run admin -- <what>

  create --email E --password-stdin   make a confirmed admin; the password is the first line of stdin. An existing account
                                      is taken over: it gets this password and loses every earlier session, token,
                                      code, second factor and linked identity.
  create --email E --keep-password    give an existing account the role, and change nothing else
  list                                the admins, the first appointed first
  revoke --email E [--force]          take the role away; from the last admin only with --force
  unlock --email E                    end the lock after too many failed sign-ins, and reset every count of
                                      check_rate_limit; sign-in pages that are open must be reloaded
  reset-factors --email E             remove every second factor of an account whose owner has lost it
  ban --email E, unban --email E      ban an account, which ends its sessions (the last admin only with --force);
                                      lift the ban
  end-sessions [--email E]            sign an account out everywhere; without --email, everybody

The last four and unlock take --phone P instead of --email E: +32470111222.

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

function create(email: string): Promise<void> {
  return withPorts(async (ports, config) => {
    const password = await readPassword();
    const added = await addAdmin(ports, config.site.name, { email, password, context });
    if (added.isErr()) throw explain(added.error);
    const { user, existed } = added.value;
    // The set-up link is no longer needed.
    await openSetup(ports);
    const note =
      ' (the account existed: it has the new password; its earlier sessions, factors and identities are gone)';
    console.log(`${user.email} is an admin${existed ? note : ''}`);
  });
}

function keepPassword(email: string): Promise<void> {
  return withPorts(async (ports) => {
    const added = await addRole(ports, email, context);
    if (added.isErr()) throw noAccount(email);
    const { user, wasAdmin } = added.value;
    await openSetup(ports);
    if (wasAdmin) {
      console.log(`${user.email} is an admin already: nothing was changed`);
      return;
    }
    console.log(`${user.email} is an admin (its password is as it was)`);
    if (user.emailConfirmedAt === undefined) {
      console.log('Its address is not confirmed: anybody may have registered it');
    }
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
    const revoked = await revokeAdmin(ports, { email, force, context });
    if (revoked.isErr()) {
      if (revoked.error.kind === 'user_not_found') throw noAccount(email);
      throw lastAdmin(email);
    }
    const { user, wasAdmin } = revoked.value;
    if (!wasAdmin) throw new CommandError(`${user.email} is not an admin`);
    console.log(`${user.email} is no longer an admin`);
  });
}

const optionsOf = {
  list: [],
  create: ['email', 'password-stdin', 'keep-password'],
  revoke: ['email', 'force'],
  unlock: ['email', 'phone'],
  'reset-factors': ['email', 'phone'],
  ban: ['email', 'phone', 'force'],
  unban: ['email', 'phone'],
  'end-sessions': ['email', 'phone'],
} as const;

const isKnown = (what: string | undefined): what is keyof typeof optionsOf =>
  what !== undefined && Object.hasOwn(optionsOf, what);

/** What each subcommand does with one account. */
const changes = { unlock, 'reset-factors': resetFactors, ban, unban } as const;

const isChange = (what: string): what is keyof typeof changes => Object.hasOwn(changes, what);

await runCommand({
  help,
  options: {
    email: { type: 'string' },
    phone: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    'keep-password': { type: 'boolean' },
    force: { type: 'boolean' },
  },
  run: async (values, [what, ...rest]) => {
    const { email, 'password-stdin': fromStdin, 'keep-password': keeps, force = false } = values;
    if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`);
    if (!isKnown(what)) throw new UsageError(what ? `Unknown: ${what}` : 'Say what to do');
    takeOnly(values, ...optionsOf[what]);
    if (what === 'list') return list();
    if (email === '') throw new UsageError('--email is empty');
    if (what === 'end-sessions') return endAllSessions(recipientOf(email, values.phone));
    if (isChange(what)) {
      const recipient = recipientOf(email, values.phone);
      if (!recipient) throw new UsageError('--email or --phone is missing');
      return changes[what](recipient, force);
    }
    if (!email) throw new UsageError('--email is missing');
    if (what === 'revoke') return revoke(email, force);
    if (keeps) return keepPassword(email);
    if (!fromStdin) throw new UsageError('--password-stdin is missing');
    return create(email);
  },
});

import { addAdmin, addRole, listAdmins, openSetup, revokeAdmin } from '@coachsite/core/admins';
import type { Ports } from '@coachsite/server/compose';
import type { Config } from '@coachsite/server/config';
import {
  ban,
  endAllSessions,
  lastAdmin,
  noAccount,
  resetFactors,
  unban,
  unlock,
} from './support/admin-account.ts';
import { CommandError, runCommand, UsageError } from './support/command.ts';
import { explain } from './support/explain.ts';
import { nextInputLine } from './support/input.ts';
import { commandLineContext as context, withPorts } from './support/open-ports.ts';
import { recipientOf, recipientOptions } from './support/recipient.ts';
import { printJson } from './support/words.ts';

const help = `npm run admin -- <what>

  create --email E --password-stdin   make a confirmed admin; the password is the first line of stdin. An existing account
                                      is taken over: it gets this password and loses every earlier session, token,
                                      code, second factor and linked identity.
  create --email E --keep-password    give an existing account the role, and change nothing else; with --password-stdin
                                      make the account if there is none
  list [--json]                       the admins, the first appointed first
  revoke --email E [--force]          take the role away; from the last admin only with --force
  unlock --email E                    end the lock after too many failed sign-ins, and reset every count of
                                      check_rate_limit; sign-in pages that are open must be reloaded
  reset-factors --email E             remove every second factor and passkey of an account whose owner has lost them
  ban --email E, unban --email E      ban an account, which ends its sessions (the last admin only with --force);
                                      lift the ban
  end-sessions [--email E]            sign an account out everywhere; without --email, everybody

The last four and unlock take --phone P instead of --email E: "0470 11 12 22" or "+31 6 12345678".
--email - reads the address from standard input, before the password: an argument is visible to others on the machine.

Works while the server runs.`;

/** The next line of standard input. A password in an argument would be visible in process lists. */
async function readPassword(): Promise<string> {
  const line = await nextInputLine();
  if (line === undefined)
    throw new UsageError('The password is missing: it is the first line of standard input');
  return line;
}

async function create(ports: Ports, config: Config, email: string): Promise<void> {
  const password = await readPassword();
  const added = await addAdmin(ports, { siteName: config.site.name }, { email, password, context });
  if (added.isErr()) throw explain(added.error);
  const { user, existed } = added.value;
  // The set-up link is no longer needed.
  await openSetup(ports);
  const note =
    ' (the account existed: it has the new password; its earlier sessions, factors and identities are gone)';
  console.log(`${user.email} is an admin${existed ? note : ''}`);
}

/** Adds the role. `isMade`: an account that is missing is created with the password of standard input. */
function keepPassword(email: string, isMade: boolean): Promise<void> {
  const add = async (ports: Ports, config: Config) => {
    const added = await addRole(ports, { email, context });
    if (added.isErr() && isMade) return create(ports, config, email);
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
  };
  return withPorts(add, { mayBegin: isMade });
}

function list(asJson: boolean): Promise<void> {
  return withPorts(async (ports) => {
    const admins = await listAdmins(ports);
    if (asJson) return printJson(admins.map(({ id, email, phone }) => ({ id, email, phone })));
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

/** The address that was given. */
function emailOf(email: string | undefined): string {
  if (!email) throw new UsageError('--email is missing');
  return email;
}

await runCommand({
  help,
  options: {
    ...recipientOptions,
    'password-stdin': { type: 'boolean' },
    'keep-password': { type: 'boolean' },
    force: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  actions: {
    list: { takes: ['json'], run: ({ json = false }) => list(json) },
    create: {
      takes: ['email', 'password-stdin', 'keep-password'],
      run: async ({ email, 'password-stdin': fromStdin = false, 'keep-password': keeps }) => {
        const to = emailOf(email);
        if (keeps) return keepPassword(to, fromStdin);
        if (!fromStdin) throw new UsageError('--password-stdin is missing');
        return withPorts((ports, config) => create(ports, config, to), { mayBegin: true });
      },
    },
    revoke: {
      takes: ['email', 'force'],
      run: async ({ email, force = false }) => revoke(emailOf(email), force),
    },
    unlock: { takes: ['email', 'phone'], run: async (values) => unlock(recipientOf(values)) },
    'reset-factors': {
      takes: ['email', 'phone'],
      run: async (values) => resetFactors(recipientOf(values)),
    },
    ban: {
      takes: ['email', 'phone', 'force'],
      run: async ({ force = false, ...values }) => ban(recipientOf(values), force),
    },
    unban: { takes: ['email', 'phone'], run: async (values) => unban(recipientOf(values)) },
    'end-sessions': {
      takes: ['email', 'phone'],
      run: async (values) => {
        const isForAll = values.email === undefined && values.phone === undefined;
        return endAllSessions(isForAll ? undefined : recipientOf(values));
      },
    },
  },
});

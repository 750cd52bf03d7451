import { existsSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { publishedBeforeSigningMs, rotateSigningKeys } from '@coachsite/adapters/jwt';
import { rotateSigningKey } from '@coachsite/core/session';
import type { Ports } from '@coachsite/server/compose';
import type { Config } from '@coachsite/server/config';
import { runCommand } from './support/command.ts';
import { commandLineContext, loadConfig, withPorts } from './support/open-ports.ts';

const help = `npm run keys -- <what>

  rotate      makes a new key that signs access tokens
  renew-lost  makes new keys in place of those that are lost and in no backup, while no server runs. Everybody signs in
              again, and members with an authenticator app need npm run admin -- reset-factors first.

rotate works while the server runs: every process publishes the new key within a second, and signs with it when this
command ends, two seconds later. The previous key stays published, and the tokens it signed stay valid, until the last of
them and every cached copy of the published keys have expired.`;

const rotate = () => withPorts(rotateIn, { mayBegin: true });

async function rotateIn(ports: Ports, config: Config): Promise<void> {
  const makeSigningKey = (now: number) => rotateSigningKeys(config.keysDirectory, now);
  const kid = await rotateSigningKey({ ...ports, makeSigningKey }, { context: commandLineContext });
  await setTimeout(publishedBeforeSigningMs);
  console.log(`Access tokens are signed with the new key ${kid}`);
}

async function renewLost(): Promise<void> {
  const { keysDirectory } = await loadConfig();
  const names = () => (existsSync(keysDirectory) ? readdirSync(keysDirectory) : []);
  const before = names();
  // Opening the ports makes what is missing.
  await withPorts(
    async (_ports, { databaseUrl }) => {
      const made = names().filter((name) => !before.includes(name));
      console.log(made.length > 0 ? `New keys: ${made.join(', ')}` : 'No key was lost');
      if (made.length > 0 && databaseUrl !== undefined)
        console.error(
          'Note: restart every process of the site that runs: it goes on with the old key',
        );
    },
    { mayRenewKeys: true },
  );
}

await runCommand({
  help,
  actions: { rotate: { run: rotate }, 'renew-lost': { run: renewLost } },
});

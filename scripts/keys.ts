import { setTimeout } from 'node:timers/promises';
import { publishedBeforeSigningMs, rotateSigningKeys } from '@coachsite/adapters/jwt';
import { rotateSigningKey } from '@coachsite/core/session';
import type { Ports } from '@coachsite/server/compose';
import type { Config } from '@coachsite/server/config';
import { CommandError, runCommand } from './support/command.ts';
import { failed } from './support/explain.ts';
import { commandLineContext, loadConfig, needSite, withPorts } from './support/open-ports.ts';

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
  const config = await loadConfig();
  try {
    const note = await needSite(config, false);
    const { renewLostKeys } = await import('@coachsite/server/renew-lost-keys');
    const made = await renewLostKeys(config);
    if (made.isErr()) throw new CommandError(made.error);
    if (note !== undefined) console.error(note);
    console.log(made.value.length > 0 ? `New keys: ${made.value.join(', ')}` : 'No key was lost');
    if (made.value.length > 0 && config.databaseUrl !== undefined)
      console.error('Note: restart every process that runs: it goes on with the old key');
  } catch (error) {
    throw failed(error, config);
  }
}

await runCommand({
  help,
  actions: { rotate: { run: rotate }, 'renew-lost': { run: renewLost } },
});

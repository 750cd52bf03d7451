import { setTimeout } from 'node:timers/promises';
import { publishedBeforeSigningMs, rotateSigningKeys } from '@coachsite/adapters/jwt';
import { rotateSigningKey } from '@coachsite/core/session';
import type { Ports } from '@coachsite/server/compose';
import type { Config } from '@coachsite/server/config';
import { runCommand } from './support/command.ts';
import { commandLineContext, withPorts } from './support/open-ports.ts';

const help = `npm run keys -- <what>

  rotate   makes a new key that signs access tokens

Works while the server runs: every process publishes the new key within a second,
and signs with it when this command ends, two seconds later. The previous key stays published, and the tokens it signed stay valid, until the last of them
and every cached copy of the published keys have expired.`;

const rotate = () => withPorts(rotateIn, { mayBegin: true });

async function rotateIn(ports: Ports, config: Config): Promise<void> {
  const makeSigningKey = (now: number) => rotateSigningKeys(config.keysDirectory, now);
  const kid = await rotateSigningKey({ ...ports, makeSigningKey }, { context: commandLineContext });
  await setTimeout(publishedBeforeSigningMs);
  console.log(`Access tokens are signed with the new key ${kid}`);
}

await runCommand({ help, actions: { rotate: { run: rotate } } });

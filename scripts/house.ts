import { compose, type Ports } from '@coachsite/server/compose';
import { type Config, readConfig } from '@coachsite/server/config';
import { CommandError } from './command.ts';

/** Who a command is in the security log. */
export const atTheMachine = { ip: 'local', userAgent: 'command line' } as const;

/** The configuration that a server started here would have. */
export function houseConfig(): Config {
  const read = readConfig(process.env);
  if (read.isErr()) throw new CommandError(read.error);
  return read.value;
}

/** Opens the stores, beside a running server if there is one, does `work` and closes them. */
export async function inHouse<T>(work: (ports: Ports, config: Config) => Promise<T>): Promise<T> {
  const config = houseConfig();
  const ports = await compose(config);
  ports.onFailure({
    providerFailure: () => undefined,
    lostEvent: ({ actionType, errors }) =>
      console.error(`The security log lacks an event: ${actionType} (${errors.join(', ')})`),
  });
  try {
    return await work(ports, config);
  } finally {
    await ports.close();
  }
}

import { compose, type Ports } from '@coachsite/server/compose';
import { type Config, readConfig } from '@coachsite/server/config';
import { CommandError } from './command.ts';

/** Who a command is in the security log. */
export const atTheMachine = { ip: 'local', userAgent: 'command line' } as const;

/** Says that the security log lacks an event: the command did what it was for. */
export const reportLostEvent = (actionType: string): void =>
  console.error(`This could not be written to the security log: ${actionType}`);

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
    lostEvent: ({ actionType }) => reportLostEvent(actionType),
  });
  try {
    return await work(ports, config);
  } finally {
    await ports.close();
  }
}

import type { RequestContext, SecurityLogPorts } from '@coachsite/core/security-log';
import type { Config } from '../../config/config.ts';
import { addDownloads } from './downloads.ts';
import { addEbook } from './ebook.ts';
import { addFacts } from './facts.ts';
import { addInterests } from './interests.ts';
import { addMember } from './member.ts';
import { addMessages } from './messages.ts';
import { openSamplePorts } from './ports.ts';

/** Who adds the samples, and what is done about an event that could not be recorded. */
export interface Seeder extends Pick<SecurityLogPorts, 'reportLostEvent'> {
  readonly context: RequestContext;
}

/** Opens the stores beside a running server, if there is one. */
export async function openSamples(config: Config, { context, reportLostEvent }: Seeder) {
  const ports = await openSamplePorts(config, reportLostEvent);
  return {
    /** Adds missing samples; returns one line for each that was added or found. */
    add: async (): Promise<readonly string[]> => [
      await addEbook(ports, config, context),
      await addDownloads(ports),
      await addMessages(ports),
      await addInterests(ports),
      await addMember(ports, config),
      await addFacts(ports, config, context),
    ],
    wipe: ports.wipeContent,
    close: ports.close,
  };
}

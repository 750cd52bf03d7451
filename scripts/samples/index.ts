import { wipeContent } from '@coachsite/adapters/sqlite';
import type { Config } from '@coachsite/server/config';
import { addDownloads } from './downloads.ts';
import { addEbook } from './ebook.ts';
import { addInterests } from './interests.ts';
import { addMember } from './member.ts';
import { addMessages } from './messages.ts';
import { openStores } from './stores.ts';

/** Opens the stores beside a running server, if there is one. */
export async function openSamples(config: Config) {
  const ports = await openStores(config);
  return {
    /** Adds missing samples; returns one line for each that was added or found. */
    add: async (): Promise<readonly string[]> => [
      await addEbook(ports, config),
      await addDownloads(ports),
      await addMessages(ports),
      await addInterests(ports),
      await addMember(ports, config),
    ],
    wipe: () => wipeContent(ports.database),
    close: () => ports.database.close(),
  };
}

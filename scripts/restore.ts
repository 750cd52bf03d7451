import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RestoreError } from '@coachsite/server/backup';
import type { Config } from '@coachsite/server/config';
import { CommandError, runCommand } from './support/command.ts';
import { fileSystemReason } from './support/file-system-reason.ts';
import { loadConfig, requireDataDirectory } from './support/open-ports.ts';

const help = `npm run restore -- FILE

Restores a backup into DATA_DIR, which must be empty or missing. The archive is checked in full first;
one that is foreign, damaged or newer than this program is rejected, and nothing is changed.
Start the server afterwards with the environment that it had: users stay signed in.`;

function sentence(error: RestoreError, path: string, { dataDirectory }: Config): string {
  switch (error.kind) {
    case 'foreign':
      return `${path} is no backup of this program; nothing was changed`;
    case 'damaged':
      return `${path} is damaged or incomplete; nothing was changed`;
    case 'newer':
      return `${path} is from a newer version of this program: update the program first; nothing was changed`;
    case 'not_empty':
      return `${dataDirectory} is not empty (it holds ${error.found}): set DATA_DIR to an empty folder; nothing was changed`;
    case 'in_use':
      return `A server is using ${dataDirectory}: set DATA_DIR to an empty folder; nothing was changed`;
  }
}

await runCommand({
  help,
  needs: ['FILE'],
  run: async (_values, given) => {
    const config = await loadConfig();
    requireDataDirectory(config);
    const path = resolve(given);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
      throw new CommandError(`There is no file ${path}`);
    }
    const { restoreBackup } = await import('@coachsite/server/backup');
    const restored = await restoreBackup(config, path).catch((error: unknown) => {
      throw fileSystemReason(error, 'Nothing was restored');
    });
    if (restored.isErr()) throw new CommandError(sentence(restored.error, path, config));
    console.log(`${config.dataDirectory} is as it was at ${restored.value.createdAt}`);
  },
});

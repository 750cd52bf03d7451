import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLockout } from '@coachsite/core/defaults';
import { lockoutsInFile } from './lockouts-in-a-file.ts';

const file = join(mkdtempSync(join(tmpdir(), 'lockouts-')), 'lockouts.json');
const noon = Date.UTC(2026, 10, 24, 12);

/** Whether this guess of a password is evaluated; a right one clears what was counted in advance. */
async function guess(password: string, now: number): Promise<string> {
  // A store that was opened a moment ago, as after a restart: the file keeps the count.
  const lockouts = lockoutsInFile(file);
  const reserved = await lockouts.reserve('ann@example.com', defaultLockout, now);
  if (reserved.locked) return `locked for ${reserved.retryAfterMs / 60_000} minutes more`;
  if (password !== 'Kraanvogel-7!zee') return `wrong, failure ${reserved.failures}`;
  await lockouts.clear('ann@example.com');
  return 'right';
}

console.log(await guess('summer', noon)); // wrong, failure 1
console.log(await guess('Kraanvogel-7!zee', noon)); // right
for (let failure = 1; failure < 5; failure += 1) await guess('winter', noon);
console.log(await guess('autumn', noon)); // wrong, failure 5
console.log(await guess('Kraanvogel-7!zee', noon + 60_000)); // locked for 14 minutes more
console.log(await guess('Kraanvogel-7!zee', noon + 15 * 60_000)); // right

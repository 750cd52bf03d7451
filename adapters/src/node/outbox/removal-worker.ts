import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { containsEmail, isPhoneRecipient } from '@coachsite/core/account';
import { ifThere, namesIn } from './files.ts';
import { readableMail } from './readable.ts';
import type { Removal, Removed } from './removal.ts';

async function isAbout(name: string, text: string, recipient: string): Promise<boolean> {
  // A phone number may be part of another one, so only the recipient line counts.
  if (isPhoneRecipient(recipient))
    return name.endsWith('.txt') && text.startsWith(`${recipient}\n`);
  return containsEmail(name.endsWith('.eml') ? await readableMail(text) : text, recipient);
}

async function removeAbout({ directory, recipient }: Removal): Promise<number> {
  let removed = 0;
  for await (const names of namesIn(directory, /\.(eml|txt)$/)) {
    for (const name of names) {
      const text = await ifThere(readFile(join(directory, name), 'utf8'));
      if (text === undefined || !(await isAbout(name, text, recipient))) continue;
      await rm(join(directory, name), { force: true });
      removed += 1;
    }
  }
  return removed;
}

parentPort?.on('message', (removal: Removal) => {
  const report = (removed: Removed) => parentPort?.postMessage(removed);
  removeAbout(removal).then(
    (count) => report({ count }),
    (error: unknown) => report({ error }),
  );
});

import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesystemBlobStore } from '@coachsite/adapters/filesystem';
import { createKeyFile } from '@coachsite/adapters/key-file';
import { openOutbox } from '@coachsite/adapters/outbox';
import { expect, onTestFinished, test } from 'vitest';

const nobody = 65_534;

const makers = [
  ['a key', async (folder: string) => void createKeyFile(join(folder, 'a.key'), 'secret')],
  [
    'an e-book',
    async (folder: string) => {
      const bytes = (async function* () {
        yield new Uint8Array(10);
      })();
      const staged = await filesystemBlobStore(folder).stage(bytes, 10);
      await staged._unsafeUnwrap().keep();
    },
  ],
  [
    'a text message',
    async (directory: string) => {
      const clock = { now: () => 0 };
      const sms = { id: 'a', to: '32470111222', text: '123456', expiresAt: 1 };
      await openOutbox({ directory, from: 'a@example.com', clock }).smsSender.send(sms);
    },
  ],
] as const;

test.runIf(process.getuid?.() === 0).each(makers)(
  '%s that root makes belongs to the owner of its folder, whose server reads it',
  async (_what, make) => {
    const folder = mkdtempSync(join(tmpdir(), 'owner-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    chownSync(folder, nobody, nobody);
    await make(folder);
    const made = readdirSync(folder).map((name) => statSync(join(folder, name)));
    expect(made.map(({ uid, gid, mode }) => [uid, gid, mode & 0o777])).toEqual([
      [nobody, nobody, 0o600],
    ]);
  },
);

import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import {
  type Ebook,
  type EbookError,
  type EbookWarning,
  replaceEbook,
} from '@coachsite/core/ebook';
import { readGuideText } from '@coachsite/core/guide';
import { asOperator } from '@coachsite/core/roles';
import { logEvent, type RequestContext } from '@coachsite/core/security-log';
import type { Result } from 'neverthrow';
import type { DatabaseStores } from '../../compose/database-stores.ts';
import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';

/** What becomes of a file that is given as the e-book. */
export interface MovedEbook {
  readonly ebook: Ebook;
  /** It is among the kept versions already, so that nothing was changed. */
  readonly isKnown: boolean;
  readonly warnings: readonly EbookWarning[];
}

/** Opened once it is read: until then nobody hears that it cannot be. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

/** A step that makes an e-book the active one, in its own transaction, and says whether it did. */
type Activate = (step: (stores: DatabaseStores) => Promise<boolean>) => Promise<boolean>;

/**
 * Checks a file and makes it the e-book within `activate`; a file that is known stays what it is. In a dry run no bytes are kept.
 * Errors: why it cannot be the e-book. Rejects where the file cannot be read.
 */
export async function moveEbook(
  ports: Ports,
  { ebookMaxBytes }: Config,
  {
    path,
    context,
    isDryRun,
  }: { readonly path: string; readonly context: RequestContext; readonly isDryRun: boolean },
  activate: Activate,
): Promise<Result<MovedEbook, EbookError>> {
  let isActivated = false;
  const stage: Ports['blobs']['stage'] = async (bytes, limit) =>
    (await ports.blobs.stage(bytes, limit)).map((blob) =>
      isDryRun ? { ...blob, keep: blob.discard } : blob,
    );
  const within: Ports = {
    ...ports,
    blobs: { ...ports.blobs, stage },
    ebooks: {
      ...ports.ebooks,
      activate: async (ebook) => {
        isActivated = await activate(async (stores) => {
          const versions = await stores.ebooks.versions();
          if (versions.some(({ sha256 }) => sha256 === ebook.sha256)) return false;
          await stores.ebooks.activate(ebook);
          const { id, fileName, sha256 } = ebook;
          const event = {
            actionType: 'ebook_replaced',
            details: { id, fileName, sha256 },
          } as const;
          await logEvent({ ...ports, securityLog: stores.securityLog }, { ...event, context });
          return true;
        });
        return undefined;
      },
    },
    // Recorded above, in the transaction.
    securityLog: { ...ports.securityLog, record: async () => undefined },
  };
  const replaced = await replaceEbook(
    within,
    { limitBytes: ebookMaxBytes },
    {
      actor: asOperator(),
      context,
      upload: { fileName: basename(path), bytes: bytesOf(path) },
    },
  );
  // Its page is beside the point here: it can be made at any time from the file.
  if (replaced.isOk() && isActivated && !isDryRun)
    await readGuideText(ports, {
      actor: asOperator(),
      context,
      file: replaced.value.ebook,
      text: replaced.value.text,
    }).catch(() => undefined);
  return replaced.map(({ ebook, warnings }) => ({ ebook, warnings, isKnown: !isActivated }));
}

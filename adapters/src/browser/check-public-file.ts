import { toHex } from '@coachsite/core/kernel';
import { err, ok, type Result } from 'neverthrow';

/** What is wrong with a public file: it cannot be read, or is another one. */
export interface PublicFileError {
  readonly kind: 'unreadable' | 'different';
}

/** Reads the file from its second byte on: a request for the first one would count as a download. */
async function readAfterFirstByte(path: string): Promise<Blob | undefined> {
  try {
    const response = await fetch(path, {
      cache: 'no-store',
      credentials: 'omit',
      headers: { range: 'bytes=1-' },
    });
    return response.status === 206 ? await response.blob() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a public file as a visitor gets it, and compares its SHA-256 with that of the file that was uploaded. Its first byte
 * is taken from the upload. Errors: `unreadable`, `different`. Source: docs/contract.md#3, docs/rules.md#6.
 */
export async function checkPublicFile(
  path: string,
  uploaded: Blob,
  sha256: string,
): Promise<Result<void, PublicFileError>> {
  const rest = await readAfterFirstByte(path);
  if (!rest) return err({ kind: 'unreadable' });
  const read = await new Blob([uploaded.slice(0, 1), rest]).arrayBuffer();
  const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', read)));
  return digest === sha256 ? ok() : err({ kind: 'different' });
}

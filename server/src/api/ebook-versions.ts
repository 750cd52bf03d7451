import {
  type EbookVersions,
  type PublicEbook,
  publicEbookPath,
} from '@coachsite/adapters/contract';
import type { Ebook, EbookVersion } from '@coachsite/core/ebook';
import { timeText } from '@coachsite/core/kernel';
import type { Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';

/** An e-book as the calls of the site describe it. Source: docs/contract.md#3. */
export function toEbookJson(ebook: Ebook, { publicUrl }: Config): PublicEbook {
  return {
    fileName: ebook.fileName,
    size: ebook.sizeBytes,
    pages: ebook.pages ?? null,
    sha256: ebook.sha256,
    uploadedAt: timeText(ebook.uploadedAt),
    url: `${publicUrl}${publicEbookPath}`,
  };
}

function toVersionJson({ id, isActive, ...ebook }: EbookVersion, config: Config) {
  const { url: _url, ...rest } = toEbookJson({ id, ...ebook }, config);
  return { id, active: isActive, ...rest };
}

/** The kept versions of the e-book, the active one first. */
export async function readEbookVersions(
  { ebooks }: Pick<Ports, 'ebooks'>,
  config: Config,
): Promise<EbookVersions> {
  return (await ebooks.versions()).map((version) => toVersionJson(version, config));
}

import { replaceEbook } from '@coachsite/core/ebook';
import type { Config } from '@coachsite/server/config';
import { commandLineContext } from '../open-ports.ts';
import { readSampleGuide, sampleGuideFileName } from './guide.ts';
import type { SamplePorts } from './stores.ts';

const operator = { actor: 'operator', context: commandLineContext } as const;

/** Publishes the sample guide as the e-book when there is none. */
export async function addEbook(ports: SamplePorts, config: Config): Promise<string> {
  const active = await ports.ebooks.active();
  if (active) return `E-book: there is one already (${active.fileName})`;
  const bytes = (async function* () {
    yield readSampleGuide();
  })();
  const upload = { fileName: sampleGuideFileName, bytes };
  const replaced = await replaceEbook(ports, operator, upload, config.ebookMaxBytes);
  if (replaced.isErr()) return `E-book: the sample guide was rejected (${replaced.error.kind})`;
  const { ebook } = replaced.value;
  return `E-book: the sample guide, ${ebook.pages} pages (${ebook.fileName})`;
}

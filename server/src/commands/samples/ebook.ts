import { publishGuide } from '@coachsite/core/guide';
import { asOperator } from '@coachsite/core/roles';
import type { RequestContext } from '@coachsite/core/security-log';
import type { Config } from '../../config/config.ts';
import { readSampleGuide, sampleGuideFileName } from './guide.ts';
import type { SamplePorts } from './ports.ts';

/** Publishes the sample guide as the e-book when there is none. */
export async function addEbook(
  ports: SamplePorts,
  config: Config,
  context: RequestContext,
): Promise<string> {
  const active = await ports.ebooks.active();
  if (active) return `E-book: there is one already (${active.fileName})`;
  const bytes = (async function* () {
    yield readSampleGuide();
  })();
  const upload = { fileName: sampleGuideFileName, bytes };
  const replaced = await publishGuide(
    ports,
    { limitBytes: config.ebookMaxBytes },
    { actor: asOperator(), context, upload },
  );
  if (replaced.isErr()) return `E-book: the sample guide was rejected (${replaced.error.kind})`;
  const { ebook } = replaced.value;
  return `E-book: the sample guide, ${ebook.pages ?? '?'} pages (${ebook.fileName})`;
}

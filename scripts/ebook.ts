import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { defaultStatistics } from '@coachsite/core/defaults';
import { type EbookError, readStatistics, restoreEbook } from '@coachsite/core/ebook';
import { type GuideWarning, publishGuide } from '@coachsite/core/guide';
import { asOperator } from '@coachsite/core/roles';
import type { Ports } from '@coachsite/server/compose';
import type { Config } from '@coachsite/server/config';
import { readEbookVersions } from '@coachsite/server/ebook-versions';
import { englishText } from '@coachsite/server/error-text';
import { codeOf, reasonOf } from '@coachsite/server/system-errors';
import { CommandError, runCommand } from './support/command.ts';
import { commandLineContext, withPorts } from './support/open-ports.ts';
import { oneLine, printJson } from './support/words.ts';

const operator = { actor: asOperator(), context: commandLineContext } as const;

const help = `npm run ebook -- <what>

  put FILE.pdf     make this file the e-book; the last three versions are kept
  stats            how often it was downloaded
  versions         the kept versions, the active one first
  restore ID       make a kept version active again

  --json           stats or versions as JSON, times in UTC

Works while the server runs.`;

const warnings: Readonly<Record<GuideWarning, string>> = {
  no_title: 'it has no title: screen readers and tabs show its URL instead',
  no_language: 'it does not say in which language it is: screen readers guess',
  no_text: 'it has no text: it may be a scan, which cannot be searched or read aloud',
  no_tags: 'it has no tags: screen readers and its page know neither headings nor lists',
  not_inspected: 'its pages could not be counted',
  same_file: 'it was the e-book already, so that there is no further version to go back to',
  no_page: 'its text could not be read in time, so that it has no page',
  text_kept: 'the corrected text of the file before is among the versions of the page',
  page_failed: 'its page could not be stored: make it in the admin area',
};

/** The text of the pages; on the command line it also names the setting behind a limit. */
const reason = (error: EbookError): string =>
  error.kind === 'file_too_large'
    ? `${englishText(error)} EBOOK_MAX_BYTES allows ${error.limitBytes} bytes.`
    : englishText(error);

async function put(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new CommandError(`There is no file ${path}`);
    throw new CommandError(`${path}: ${reasonOf(error) ?? codeOf(error)}`);
  });
  if (!found.isFile()) throw new CommandError(`${path} is no file`);
  const replace = async (ports: Ports, config: Config) => {
    const upload = { fileName: basename(path), bytes: createReadStream(path) };
    const replaced = await publishGuide(
      ports,
      { limitBytes: config.ebookMaxBytes },
      { ...operator, upload },
    );
    if (replaced.isErr()) throw new CommandError(reason(replaced.error));
    const { ebook, warnings: found } = replaced.value;
    console.log(
      `${ebook.fileName} is the e-book: ${ebook.sizeBytes} bytes, ${ebook.pages ?? '?'} pages`,
    );
    for (const warning of found) console.error(`Note: ${warnings[warning]}`);
  };
  await withPorts(replace, { mayBegin: true });
}

function stats(asJson: boolean): Promise<void> {
  return withPorts(async (ports) => {
    const statistics = await readStatistics(ports, defaultStatistics);
    if (asJson) return printJson(statistics);
    const { total, today, thisWeek, thisMonth, days } = statistics;
    console.log(`total ${total}, today ${today}, this week ${thisWeek}, this month ${thisMonth}`);
    for (const { date, downloads } of days) console.log(`${date}  ${downloads}`);
  });
}

function versions(asJson: boolean): Promise<void> {
  return withPorts(async (ports, config) => {
    const kept = await readEbookVersions(ports, config);
    if (asJson) return printJson(kept);
    if (kept.length === 0) console.log('There is no e-book yet');
    for (const { id, active, fileName, size, uploadedAt } of kept)
      console.log(
        `${id}  ${active ? 'active' : '      '}  ${uploadedAt}  ${size}  ${oneLine(fileName)}`,
      );
  });
}

function restore(id: string): Promise<void> {
  return withPorts(async (ports) => {
    const restored = await restoreEbook(ports, { ...operator, id });
    if (restored.isErr()) throw new CommandError(`No kept version has the id ${id}`);
    console.log(`${oneLine(restored.value.fileName)} is the e-book again`);
  });
}

await runCommand({
  help,
  options: { json: { type: 'boolean' } },
  actions: {
    put: { needs: ['FILE.pdf'], run: (_values, path) => put(path) },
    stats: { takes: ['json'], run: ({ json = false }) => stats(json) },
    versions: { takes: ['json'], run: ({ json = false }) => versions(json) },
    restore: { needs: ['ID'], run: (_values, id) => restore(id) },
  },
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkEmail, emailReasonsText } from '@coachsite/core/account';
import type { Config } from '@coachsite/server/config';
import { type LaunchGap, type LaunchStatus, launchGaps } from '@coachsite/server/preflight';
import { sampleGuideFileName } from '@coachsite/server/sample-guide';
import { runCommand, UsageError } from './support/command.ts';
import { loadConfig, withPorts } from './support/open-ports.ts';

const help = `npm run preflight [-- --send-test ADDRESS]

Lists what still keeps the site from going live: facts only the owner can give, claims without a basis, samples,
and settings of the server, with who asks for each. Facts are given in the admin area or in the file. Give it the
environment the server will have. Ends with 1 while something is missing; what would only help does not count.

  --send-test ADDRESS   also sends a test mail over the configured way and says how that went`;

const content = join(import.meta.dirname, '..', 'ui', 'content');

/** The markers of unfinished texts. */
const unfinished =
  /Nog aan te vullen|Still to be completed|To be completed|zodra die bevestigd zijn|once they are confirmed/i;

function unfinishedIn(value: unknown, at: string): readonly string[] {
  if (typeof value === 'string') return unfinished.test(value) ? [at] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => unfinishedIn(inner, `${at}.${key}`));
}

function unfinishedTexts(): readonly string[] {
  return ['nl', 'en'].flatMap((language) =>
    readdirSync(join(content, language)).flatMap((name) => {
      const texts: unknown = JSON.parse(readFileSync(join(content, language, name), 'utf8'));
      return unfinishedIn(texts, `${language}/${name.replace(/\.json$/, '')}`);
    }),
  );
}

/** Reads the status from the stores, without creating any data. */
async function stored(config: Config): Promise<Pick<LaunchStatus, 'hasAdmin' | 'ebook'>> {
  if (!config.databaseUrl && !existsSync(config.sqlitePath)) {
    return { hasAdmin: false, ebook: undefined };
  }
  return withPorts(async (ports) => ({
    hasAdmin: await ports.admins.exists(),
    ebook: (await ports.ebooks.active())?.fileName,
  }));
}

const askers = { law: ' (asked for by law)', visitor: ' (asked for by visitors)' } as const;

const lineOf = ({ where, what, asks }: LaunchGap) => `${where}: ${what}${asks ? askers[asks] : ''}`;

/** A valid address, or a usage error. */
function addressOf(given: string): string {
  const email = checkEmail(given);
  if (email.isErr()) throw new UsageError(`--send-test: ${emailReasonsText(email.error.reasons)}`);
  return email.value;
}

await runCommand({
  help,
  options: { 'send-test': { type: 'string' } },
  run: async ({ 'send-test': given }, positionals) => {
    if (positionals.length > 0) throw new UsageError(`Not understood: ${positionals.join(' ')}`);
    const testAddress = given === undefined ? undefined : addressOf(given);
    const config = await loadConfig();
    const gaps = launchGaps(config, {
      now: Date.now(),
      unfinishedTexts: unfinishedTexts(),
      sampleEbook: sampleGuideFileName,
      ...(await stored(config)),
    });
    const helpful = gaps.filter(({ isNeeded }) => isNeeded === false);
    const needed = gaps.filter((gap) => !helpful.includes(gap));
    for (const gap of helpful) console.log(`would help: ${lineOf(gap)}`);
    for (const gap of needed) console.log(lineOf(gap));
    console.log(
      needed.length === 0
        ? 'Nothing is missing: the site may go live.'
        : `${needed.length} missing`,
    );
    if (testAddress === undefined) return needed.length === 0 ? 0 : 1;
    const { testMailSettings } = await import('@coachsite/server/mail-test');
    const { hasPassed, lines } = await testMailSettings(config, testAddress);
    for (const line of lines) console.log(line);
    return needed.length === 0 && hasPassed ? 0 : 1;
  },
});

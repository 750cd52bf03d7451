import { proxyGaps } from '@coachsite/server/ask-itself';
import type { Config } from '@coachsite/server/config';
import { mailDomainGaps } from '@coachsite/server/mail-domain';
import { type LaunchGap, launchGaps, type StoredStatus } from '@coachsite/server/preflight';
import { sampleGuideFileName } from '@coachsite/server/sample-guide';
import { unfinishedTexts } from '@coachsite/ui/site-build/unfinished-texts';
import { runCommand } from './support/command.ts';
import { failed } from './support/explain.ts';
import { loadConfig, withPorts } from './support/open-ports.ts';
import { emailOf } from './support/recipient.ts';
import { sendTestMail } from './support/test-mail.ts';
import { printJson } from './support/words.ts';

const help = `npm run preflight [-- --send-test ADDRESS] [--json]

Lists what still keeps the site from going live: facts only the owner can give, claims without a basis, samples,
settings of the server, each with the law or rule behind it, mistakes of the proxy, found by asking the running site
at an https PUBLIC_URL, and what the DNS of MAIL_FROM lacks. Give it the environment the server will have. Ends with 1 while more is missing than what would only help.

  --send-test ADDRESS   also sends a test mail over the configured way and says how that went
  --json                what is missing and what would help as JSON; how the test mail went goes to stderr`;

/** Reads the status from the stores, without creating any data; the configuration has the facts that were saved there. */
async function stored(config: Config): Promise<readonly [Config, StoredStatus]> {
  const { holdsSite } = await import('@coachsite/server/backup');
  const isThere = await holdsSite(config).catch((error: unknown) => {
    throw failed(error, config);
  });
  if (!isThere) {
    if (config.databaseUrl === undefined && !process.env.DATA_DIR)
      console.error(`Note: DATA_DIR is not set, and there is no site in ${config.dataDirectory}`);
    return [config, { hasAdmin: false, ebook: undefined, parted: [], ofProxy: [] }];
  }
  return withPorts(async (ports, live) => [
    live,
    {
      hasAdmin: await ports.admins.exists(),
      ebook: (await ports.ebooks.active())?.fileName,
      parted: await ports.partedAccounts(),
      ofProxy: await proxyGaps(live, ports.signer),
    },
  ]);
}

const askers = { law: ' (asked for by law)', visitor: ' (asked for by visitors)' } as const;

const lineOf = ({ where, what, asks }: LaunchGap) => `${where}: ${what}${asks ? askers[asks] : ''}`;

await runCommand({
  help,
  options: { 'send-test': { type: 'string' }, json: { type: 'boolean' } },
  run: async ({ 'send-test': given, json = false }) => {
    const testAddress = given === undefined ? undefined : emailOf(given);
    const [config, status] = await stored(await loadConfig());
    const gaps = launchGaps(config, {
      now: Date.now(),
      unfinishedTexts: unfinishedTexts(),
      sampleEbook: sampleGuideFileName,
      ofMail: await mailDomainGaps(config),
      ...status,
    });
    const helpful = gaps.filter(({ isNeeded }) => isNeeded === false);
    const needed = gaps.filter((gap) => !helpful.includes(gap));
    if (json) printJson({ missing: needed, helpful });
    else {
      for (const gap of helpful) console.log(`would help: ${lineOf(gap)}`);
      for (const gap of needed) console.log(lineOf(gap));
    }
    const code = needed.length === 0 ? 0 : 1;
    if (code === 1) console.error(`${needed.length} missing`);
    else if (!json) console.log('Nothing is missing: the site may go live.');
    if (testAddress === undefined) return code;
    return (await sendTestMail(testAddress, json ? console.error : console.log)) || code;
  },
});

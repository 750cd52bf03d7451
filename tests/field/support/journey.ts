import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { signIn } from '../../support/auth-client.ts';
import { runCommandLine } from '../../support/command.ts';
import { seedSite } from '../../support/seeded-site.ts';
import { type SiteProcess, startSiteProcess } from '../../support/site-process.ts';
import { admin, asSentence, beginSite, exercise } from './exercise.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'coachsite-field-'));

/** Starts a site, which ends with the test unless it was stopped before. */
export async function startSite(
  url: string,
  {
    folder = newFolder(),
    env = {},
  }: { folder?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<SiteProcess & { readonly folder: string; readonly stop: () => Promise<void> }> {
  const site = await startSiteProcess(folder, { DATABASE_URL: url, ...env });
  const stop = async () => {
    site.child.kill('SIGTERM');
    await site.ended;
  };
  onTestFinished(stop);
  await site.ready;
  return { ...site, folder, stop };
}

/** Starts a new site, with its admin and an e-book. */
export async function startNewSite(url: string, env: Readonly<Record<string, string>> = {}) {
  const site = await startSite(url, { env });
  await beginSite(site, site.said.out);
  return site;
}

/** Runs a command of the operator, which must succeed. */
async function succeed(command: readonly string[], folder: string, url: string): Promise<void> {
  const ended = await runCommandLine(command, { DATA_DIR: folder, DATABASE_URL: url });
  expect({ command, ...ended }).toMatchObject({ command, status: 0, error: '' });
}

/** Where a journey goes. */
export interface Databases {
  /** The URL of a new, empty database. */
  readonly newUrl: () => Promise<string>;
  /** Runs text on the database of a URL. */
  readonly run: (url: string, text: string) => Promise<unknown>;
  /** What the site is configured with, beside its database. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/**
 * A new site is exercised, upgraded from an older schema, exercised again and backed up; the archive is restored into one new
 * database and exercised there, and a site on SQLite moved into another. Returns what to say of it.
 */
export async function journey({ newUrl, run, env = {} }: Databases): Promise<string> {
  const url = await newUrl();
  const before = await startNewSite(url, env);
  expect(await exercise(before)).toEqual({ calls: 24, failed: [] });
  await before.stop();
  // As an older version left it.
  await run(url, 'DELETE FROM schema_migrations WHERE version = 57; DROP TABLE leases');
  const upgraded = await startSite(url, { folder: before.folder, env });
  expect(readdirSync(join(before.folder, 'before-migration'))).toHaveLength(1);
  const exercised = await exercise(upgraded);
  expect(exercised.failed).toEqual([]);
  const archive = join(newFolder(), 'site.tar.gz');
  await succeed(['backup', archive], upgraded.folder, url);
  await upgraded.stop();
  const [kept, restoredUrl] = [newFolder(), await newUrl()];
  await succeed(['restore', archive], kept, restoredUrl);
  const restored = await startSite(restoredUrl, { folder: kept, env });
  expect((await signIn(restored, ...admin)).status).toBe(200);
  expect(await exercise(restored)).toEqual(exercised);
  await restored.stop();
  const moved = newFolder();
  await seedSite(moved);
  await succeed(['migrate-to-postgres'], moved, await newUrl());
  return `${asSentence(exercised)}; upgrade, backup, restore and move`;
}

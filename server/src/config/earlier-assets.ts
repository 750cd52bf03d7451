import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpochMs } from '@coachsite/core/kernel';
import { codeOf } from './system-errors.ts';

/** A file and its compressed copy. */
export interface KeptFile {
  readonly identity: Buffer;
  readonly br: Buffer | undefined;
}

/**
 * The hashed files of the builds that served this site before, for pages that visitors still have open. Every process of a
 * data directory keeps its build there and finds those of the others, older and newer ones.
 * Source: docs/decisions/0070-assets-of-earlier-builds.md.
 */
export interface EarlierAssets {
  /** Keeps the files of the build that is served from now on. Rejects when they cannot be written. */
  readonly keep: (assets: ReadonlyMap<string, KeptFile>) => Promise<void>;
  /** A file of any kept build, by its path; undefined if none has it. */
  readonly find: (path: string) => Promise<KeptFile | undefined>;
  /** Removes the builds that a later one replaced before `before`, and returns their number. */
  readonly purge: (before: EpochMs) => Promise<number>;
}

/** The build that is served, and two before it: some megabytes each. */
const mostBuilds = 3;

const folderOfPaths = '/assets/';

/** A name with a digest: whichever build has it, the file is the same. */
const hashedName = /^(?:[\w.-]+-)?[0-9a-f]{7,8}\.\w+$/;

/** A build that is being written. */
const isDraft = (name: string) => name.startsWith('.');

interface Build {
  readonly path: string;
  readonly name: string;
  /** When it was last started: the build before it was replaced then. */
  readonly startedAt: EpochMs;
}

/** Reads a file; undefined if there is none. */
const readIfThere = (path: string) =>
  readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Writes the files of a build, and the compressed ones beside them. */
async function writeFiles(folder: string, files: readonly (readonly [string, KeptFile])[]) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, { identity, br }] of files) {
    const path = join(folder, name);
    await writeFile(path, identity);
    if (br) await writeFile(`${path}.br`, br);
  }
}

/** The kept builds of a data directory. Nothing is read until a file is asked for that the present build lacks. */
export function earlierAssets(dataDirectory: string): EarlierAssets {
  const root = join(dataDirectory, 'earlier-assets');
  const names = () => readdir(root).catch(() => [] as string[]);

  /** Every folder, the one that was started last first. */
  async function builds(): Promise<readonly Build[]> {
    const found = await Promise.all(
      (await names()).map(async (name): Promise<readonly Build[]> => {
        const path = join(root, name);
        const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
        return mtimeMs === undefined ? [] : [{ path, name, startedAt: mtimeMs }];
      }),
    );
    return found.flat().sort((a, b) => b.startedAt - a.startedAt);
  }

  async function remove(those: readonly Build[]): Promise<number> {
    for (const { path } of those) await rm(path, { recursive: true, force: true });
    return those.length;
  }

  async function keep(assets: ReadonlyMap<string, KeptFile>): Promise<void> {
    const files = [...assets]
      .filter(([path]) => path.startsWith(folderOfPaths))
      .map(([path, asset]) => [path.slice(folderOfPaths.length), asset] as const)
      .filter(([name]) => hashedName.test(name));
    const list = files.map(([name]) => name).sort();
    const folder = join(root, createHash('sha256').update(list.join()).digest('hex').slice(0, 16));
    const markStarted = () => utimes(folder, new Date(), new Date());
    const isKept = await markStarted().then(
      () => true,
      () => false,
    );
    if (isKept) return;
    const draft = join(root, `.${randomUUID()}`);
    try {
      await writeFiles(draft, files);
      await rename(draft, folder).catch(async (error: unknown) => {
        // Another process has written the same build meanwhile.
        if (!(await stat(folder).catch(() => undefined))) throw error;
      });
      await markStarted();
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    const whole = (await builds()).filter(({ name }) => !isDraft(name));
    await remove(whole.slice(mostBuilds));
  }

  async function find(path: string): Promise<KeptFile | undefined> {
    const name = path.slice(folderOfPaths.length);
    if (!path.startsWith(folderOfPaths) || !hashedName.test(name)) return undefined;
    for (const build of await names()) {
      if (isDraft(build)) continue;
      const file = join(root, build, name);
      const identity = await readIfThere(file);
      if (!identity) continue;
      return { identity, br: await readIfThere(`${file}.br`) };
    }
    return undefined;
  }

  async function purge(before: EpochMs): Promise<number> {
    const all = await builds();
    const whole = all.filter(({ name }) => !isDraft(name));
    const replaced = whole.filter((_, index) => (whole[index - 1]?.startedAt ?? before) < before);
    const left = all.filter(({ name, startedAt }) => isDraft(name) && startedAt < before);
    return remove([...new Set([...replaced, ...whole.slice(mostBuilds), ...left])]);
  }

  return { keep, find, purge };
}

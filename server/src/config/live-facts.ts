import { SiteConfig, type VisitorSite, visitorSite } from '@coachsite/adapters/contract';
import {
  type FactsOverlay,
  type FactsStore,
  type FactsVersion,
  isSameFact,
  layOver,
} from '@coachsite/core/facts';
import { err, ok, type Result } from 'neverthrow';

/** The site configuration of this process, whose facts an admin may change while it runs. */
export interface LiveFacts {
  /**
   * The configuration as pages and mails show it now. Its properties are read anew at each use, so it may be kept, but
   * not copied.
   */
  readonly site: SiteConfig;
  /** The configuration file as the app was built with it. */
  readonly built: SiteConfig;
  /** What facts are laid over: the configuration file, whose portrait is named by its key. */
  readonly file: SiteConfig;
  /** The file with facts laid over it. Error: a fact has another shape than this version of the site knows. */
  readonly withFacts: (overlay: FactsOverlay) => Result<SiteConfig, string>;
  /** Makes a configuration the one that is shown. */
  readonly show: (site: SiteConfig) => void;
  /** Names the portrait of the file by the key that the build gave it. */
  readonly usePortrait: (key: string) => void;
}

/** Facts that pages need to differ from the configuration file that is built into the app. */
export type PageFacts = Partial<VisitorSite>;

const keys = [...Object.keys(SiteConfig.shape)] as readonly (keyof SiteConfig)[];

/** What the app must lay over the configuration file that is built into it; undefined if it is the same. */
export function pageFacts(site: SiteConfig, built: SiteConfig): PageFacts | undefined {
  const before = new Map<string, unknown>(Object.entries(visitorSite(built)));
  const now = new Map<string, unknown>(Object.entries(visitorSite(site)));
  const changed = keys.filter((key) => !isSameFact(now.get(key), before.get(key)));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((key) => [key, now.get(key) ?? null]));
}

export function liveFactsOf(built: SiteConfig): LiveFacts {
  let file = built;
  let shown = file;
  const live = {};
  for (const key of keys) {
    Object.defineProperty(live, key, { enumerable: true, get: () => shown[key] });
  }
  return {
    site: live as SiteConfig,
    built,
    get file() {
      return file;
    },
    withFacts: (overlay) => {
      const samples = overlay.samples ?? [];
      const placeholders = file.placeholders.filter((name) => !(name in overlay));
      const read = SiteConfig.safeParse({ ...layOver(file, overlay), samples, placeholders });
      return read.success ? ok(read.data) : err(read.error.message);
    },
    show: (site) => {
      shown = site;
    },
    usePortrait: (key) => {
      const portrait = { ...built.coach.portrait, file: key };
      file = { ...built, coach: { ...built.coach, portrait } };
    },
  };
}

/** Logs facts that cannot be used; a Fastify logger fits. */
export interface FactsLog {
  readonly error: (fields: object, message: string) => void;
}

/** The configuration with the facts of a version; the file alone when their shape is not that of this version. */
export function siteOf(
  live: LiveFacts,
  version: FactsVersion | undefined,
  log?: FactsLog,
): SiteConfig {
  const read = live.withFacts(version?.content ?? {});
  if (read.isErr()) log?.error({ err: read.error, version: version?.id }, 'facts not usable');
  return read.unwrapOr(live.file);
}

/** Reads the facts of the database into the configuration of this process. */
export async function showStoredFacts(
  facts: Pick<FactsStore, 'current'>,
  live: LiveFacts,
): Promise<void> {
  live.show(siteOf(live, await facts.current()));
}

import { type Publisher, publisherId } from '../roles/index.ts';
import { logEvent, type RequestContext, type SecurityLogPorts } from '../security-log/index.ts';
import type { ContentStore, SaveOptions, Version, Versions } from './ports.ts';

/** The versions of one subject of a store. `Content` is what this subject has always been saved with. */
export function versionsOf<Content>(store: ContentStore, subject: string): Versions<Content> {
  return {
    current: async () => (await store.current(subject)) as Version<Content> | undefined,
    versions: async () => (await store.versions(subject)) as readonly Version<Content>[],
    save: async (version, options) =>
      (await store.save(subject, version, options)) as Version<Content> | undefined,
  };
}

/** Who changes what is on the site, for the security log: an admin over HTTP, or the operator on the command line. */
export interface ContentEditor {
  readonly actor: Publisher;
  readonly context: RequestContext;
}

/** The ports for changing what is on the site. */
export type ContentPorts = Omit<SecurityLogPorts, 'reportLostEvent'>;

/** What is saved, and what the log says about it. */
export interface ContentChange<Content> extends ContentEditor, SaveOptions {
  readonly content: Content;
  readonly action: 'facts_changed' | 'facts_restored' | 'content_change';
  /** Names only: the log is kept longer than data that a person may ask to erase. */
  readonly details: Readonly<Record<string, string | number | readonly string[]>>;
}

/** Saves a version and logs it; undefined, with nothing stored, when somebody has saved since `base`. */
export async function saveVersion<Content>(
  ports: ContentPorts,
  versions: Versions<Content>,
  { actor, context, content, action, details, ...options }: ContentChange<Content>,
): Promise<Version<Content> | undefined> {
  const savedBy = publisherId(actor);
  const saved = await versions.save({ savedAt: ports.clock.now(), savedBy, content }, options);
  if (!saved) return undefined;
  await logEvent(ports, {
    actionType: action,
    userId: savedBy,
    context,
    details: { version: saved.id, ...details },
  });
  return saved;
}

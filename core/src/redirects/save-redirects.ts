import {
  type ContentEditor,
  type ContentPorts,
  type ContentStore,
  saveVersion,
  type Version,
  type Versions,
  versionsOf,
} from '../content/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { checkRedirects } from './check-redirects.ts';
import type { Redirect, RedirectsError } from './redirect.ts';

/** A saved state of the table. */
export type RedirectsVersion = Version<readonly Redirect[]>;

/** The versions of the table of redirects. */
export const redirectsIn = (store: ContentStore): Versions<readonly Redirect[]> =>
  versionsOf(store, 'redirects');

/** The ports for changing redirects. */
export interface RedirectPorts extends ContentPorts {
  readonly content: ContentStore;
}

/** Somebody else has saved the table since the change was begun; nothing is stored. */
export interface RedirectsConflictError {
  /** Begin again from the newest version. */
  readonly kind: 'redirects_conflict';
}

/** A change of the whole table. */
export interface RedirectsChange extends ContentEditor {
  readonly redirects: readonly Redirect[];
  /** The id of the version it was made from, 0 for none; without it, it replaces whatever is newest. */
  readonly base?: number | undefined;
  /** The root of the site. */
  readonly home: string;
  /** Whether the site has a page or a file at a path. */
  readonly isPage: (path: string) => boolean;
  /** Whether a path that is no page may be a target all the same: an article has or had it, or will. */
  readonly isKnown: (path: string) => boolean;
}

/**
 * Saves the table of redirects as its newest version, and logs it. Errors: `validation_failed` with a reason for each
 * wrong address; `redirects_conflict` if somebody saved since `base`. Source: docs/contract.md#3, docs/security.md#RB-5.
 */
export async function saveRedirects(
  ports: RedirectPorts,
  { redirects, base, home, isPage, isKnown, ...editor }: RedirectsChange,
): Promise<Result<RedirectsVersion, RedirectsError | RedirectsConflictError>> {
  const checked = checkRedirects(redirects, { home, isPage, isKnown });
  if (checked.isErr()) return err(checked.error);
  const saved = await saveVersion(ports, redirectsIn(ports.content), {
    ...editor,
    content: checked.value,
    base,
    action: 'content_change',
    details: { redirects: checked.value.length },
  });
  return saved ? ok(saved) : err({ kind: 'redirects_conflict' });
}

import type { PhoneReading } from '../account/index.ts';
import {
  type ContentEditor,
  type ContentPorts,
  type StoredPicture,
  saveVersion,
} from '../content/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { trimTyped } from '../text/index.ts';
import { factProblems } from './check-facts.ts';
import type { FactName, OwnerFacts, PortraitFacts } from './facts.ts';
import type { FactProblem } from './fields.ts';
import { changedFacts, type FactsOverlay, layOver, overlayOf } from './overlay.ts';
import type { FactsStore, FactsVersion } from './ports.ts';

/** The ports for changing the facts. */
export interface FactsPorts extends ContentPorts, PhoneReading {
  readonly facts: FactsStore;
}

/** Facts that cannot be published, with every wrong field. */
export interface FactsInvalidError {
  /** Nothing was stored. */
  readonly kind: 'facts_invalid';
  /** At least one. */
  readonly problems: readonly FactProblem[];
}

/** Somebody else has saved since the change was begun; nothing is stored. */
export interface FactsConflictError {
  /** Begin again from the newest version. */
  readonly kind: 'facts_conflict';
}

/** The version is no longer kept. */
export interface FactsVersionNotFoundError {
  /** The facts stay as they are. */
  readonly kind: 'facts_version_not_found';
}

/** What the facts are laid over. */
export interface FactsSettings {
  /** The facts of the configuration file. */
  readonly file: OwnerFacts;
}

/** A change of the facts. */
export interface FactsChange extends ContentEditor {
  readonly facts: OwnerFacts;
  /** Facts that are samples; those that the change alters are no longer, unless named here. */
  readonly samples?: readonly FactName[];
  /** The id of the version it was made from; without it, it replaces whatever is newest. */
  readonly base?: number | undefined;
  /** A new portrait, whose key the facts name. */
  readonly portrait?: StoredPicture | undefined;
}

async function store(
  ports: FactsPorts,
  {
    overlay,
    changed,
    ...change
  }: ContentEditor & {
    readonly overlay: FactsOverlay;
    readonly base: number | undefined;
    readonly picture?: StoredPicture | undefined;
    readonly changed: readonly FactName[];
    readonly action: 'facts_changed' | 'facts_restored';
  },
): Promise<Result<FactsVersion, FactsConflictError>> {
  const portrait = overlay.coach?.portrait.file;
  const saved = await saveVersion(ports, ports.facts, {
    ...change,
    content: overlay,
    pictures: portrait ? [portrait] : [],
    details: { facts: changed },
  });
  return saved ? ok(saved) : err({ kind: 'facts_conflict' });
}

/**
 * Publishes facts as the newest version, and logs it. Facts that equal the configuration file are not stored. Errors:
 * `facts_invalid`, `facts_conflict`. Source: docs/contract.md#3, docs/security.md#RB-5.
 */
export async function saveFacts(
  ports: FactsPorts,
  { file }: FactsSettings,
  { facts: typed, samples, base, portrait, ...editor }: FactsChange,
): Promise<Result<FactsVersion, FactsInvalidError | FactsConflictError>> {
  const problems = factProblems(typed, ports.clock.now(), ports.readPhone);
  if (problems.length > 0) return err({ kind: 'facts_invalid', problems });
  const facts = { ...typed, email: trimTyped(typed.email), phone: trimTyped(typed.phone) };
  const { content: overlay = {} } = (await ports.facts.current()) ?? {};
  const changed = changedFacts(layOver(file, overlay), facts);
  const left = samples ?? (overlay.samples ?? []).filter((name) => !changed.includes(name));
  return store(ports, {
    ...editor,
    overlay: overlayOf(file, facts, left),
    base,
    picture: portrait,
    changed,
    action: 'facts_changed',
  });
}

/**
 * Replaces the portrait, or removes it without one; the rest of the newest version stays as it is. Errors:
 * `facts_conflict` if somebody saved meanwhile; `facts_invalid`.
 */
export async function changePortrait(
  ports: FactsPorts,
  settings: FactsSettings,
  { portrait, ...editor }: ContentEditor & Pick<FactsChange, 'portrait'>,
): Promise<Result<FactsVersion, FactsInvalidError | FactsConflictError>> {
  const { id = 0, content: overlay = {} } = (await ports.facts.current()) ?? {};
  const facts = layOver(settings.file, overlay);
  const { focalPoint: _point, ...before } = facts.coach.portrait;
  const after: PortraitFacts = { ...before, file: portrait?.key ?? '' };
  const coach = { ...facts.coach, portrait: after };
  return saveFacts(ports, settings, { ...editor, facts: { ...facts, coach }, base: id, portrait });
}

/**
 * Makes an earlier version the newest again, and logs it; version 0 is the configuration file alone. Errors:
 * `facts_version_not_found`; `facts_conflict` if somebody saved meanwhile.
 */
export async function restoreFacts(
  ports: FactsPorts,
  { file }: FactsSettings,
  { id, ...editor }: ContentEditor & { readonly id: number },
): Promise<Result<FactsVersion, FactsVersionNotFoundError | FactsConflictError>> {
  const versions = await ports.facts.versions();
  const found = versions.find((version) => version.id === id);
  if (!found && id !== 0) return err({ kind: 'facts_version_not_found' });
  const overlay = found?.content ?? {};
  const before = layOver(file, versions[0]?.content ?? {});
  return store(ports, {
    ...editor,
    overlay,
    base: versions[0]?.id ?? 0,
    changed: changedFacts(before, layOver(file, overlay)),
    action: 'facts_restored',
  });
}

import type { PhoneReading } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import { type Publisher, publisherId } from '../roles/index.ts';
import { logEvent, type RequestContext, type SecurityLogPorts } from '../security-log/index.ts';
import { trimTyped } from '../text/index.ts';
import { factProblems } from './check-facts.ts';
import type { FactName, OwnerFacts, PortraitFacts } from './facts.ts';
import type { FactProblem } from './fields.ts';
import { changedFacts, type FactsOverlay, layOver, overlayOf } from './overlay.ts';
import type { FactsStore, FactsVersion, StoredPortrait } from './ports.ts';

/** Who changes the facts, for the security log: an admin over HTTP, or the operator on the command line. */
export interface FactsEditor {
  readonly actor: Publisher;
  readonly context: RequestContext;
}

/** The ports for changing the facts. */
export interface FactsPorts extends Omit<SecurityLogPorts, 'reportLostEvent'>, PhoneReading {
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
export interface FactsChange extends FactsEditor {
  readonly facts: OwnerFacts;
  /** Facts that are samples; those that the change alters are no longer, unless named here. */
  readonly samples?: readonly FactName[];
  /** The id of the version it was made from; without it, it replaces whatever is newest. */
  readonly base?: number | undefined;
  /** A new portrait, whose key the facts name. */
  readonly portrait?: StoredPortrait | undefined;
}

async function store(
  ports: FactsPorts,
  {
    actor,
    context,
    overlay,
    base,
    portrait,
    changed,
    action,
  }: FactsEditor & {
    readonly overlay: FactsOverlay;
    readonly base: number | undefined;
    readonly portrait?: StoredPortrait | undefined;
    readonly changed: readonly FactName[];
    readonly action: 'facts_changed' | 'facts_restored';
  },
): Promise<Result<FactsVersion, FactsConflictError>> {
  const savedBy = publisherId(actor);
  const version = { savedAt: ports.clock.now(), savedBy, overlay };
  const saved = await ports.facts.save(version, base, portrait);
  if (!saved) return err({ kind: 'facts_conflict' });
  await logEvent(ports, {
    actionType: action,
    userId: savedBy,
    context,
    // Names only: the log is kept longer than data that a person may ask to erase.
    details: { version: saved.id, facts: [...changed] },
  });
  return ok(saved);
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
  const { overlay = {} } = (await ports.facts.current()) ?? {};
  const changed = changedFacts(layOver(file, overlay), facts);
  const left = samples ?? (overlay.samples ?? []).filter((name) => !changed.includes(name));
  return store(ports, {
    ...editor,
    overlay: overlayOf(file, facts, left),
    base,
    portrait,
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
  { portrait, ...editor }: FactsEditor & Pick<FactsChange, 'portrait'>,
): Promise<Result<FactsVersion, FactsInvalidError | FactsConflictError>> {
  const { id = 0, overlay = {} } = (await ports.facts.current()) ?? {};
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
  { id, ...editor }: FactsEditor & { readonly id: number },
): Promise<Result<FactsVersion, FactsVersionNotFoundError | FactsConflictError>> {
  const versions = await ports.facts.versions();
  const found = versions.find((version) => version.id === id);
  if (!found && id !== 0) return err({ kind: 'facts_version_not_found' });
  const overlay = found?.overlay ?? {};
  const before = layOver(file, versions[0]?.overlay ?? {});
  return store(ports, {
    ...editor,
    overlay,
    base: versions[0]?.id ?? 0,
    changed: changedFacts(before, layOver(file, overlay)),
    action: 'facts_restored',
  });
}

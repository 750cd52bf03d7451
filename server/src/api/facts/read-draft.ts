import { type FactProblem, layOver, type OwnerFacts } from '@coachsite/core/facts';
import { err, ok, type Result } from 'neverthrow';
import type { z } from 'zod';

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );

/** A request with facts, or each field that has another shape, by its place in the facts. */
export function readDraft<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): Result<z.output<Schema>, readonly FactProblem[]> {
  const read = schema.safeParse(body);
  if (read.success) return ok(read.data);
  return err(
    read.error.issues.map(
      ({ path }): FactProblem => ({
        field: (path[0] === 'facts' && path.length > 1 ? path.slice(1) : path).join('.') || 'facts',
        reason: at(body, path) === undefined ? 'required' : 'invalid',
      }),
    ),
  );
}

/** The whole set of facts that a draft means: what it leaves out comes from the file. */
export function completeFacts(file: OwnerFacts, draft: object): OwnerFacts {
  return layOver<OwnerFacts>(file, draft);
}

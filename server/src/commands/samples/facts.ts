import { createReadStream } from 'node:fs';
import { type FactName, layOver, type OwnerFacts, saveFacts } from '@coachsite/core/facts';
import { asOperator } from '@coachsite/core/roles';
import type { RequestContext } from '@coachsite/core/security-log';
import samples from '@coachsite/ui/content/samples/facts.json' with { type: 'json' };
import type { Config } from '../../config/config.ts';
import type { SamplePorts } from './ports.ts';

/** A picture that says that it is a sample. */
const picture = () =>
  createReadStream(new URL(import.meta.resolve('@coachsite/ui/content/samples/portrait.jpg')));

/** Saves sample facts and a sample portrait, marked as samples, when nobody has saved any. */
export async function addFacts(
  ports: SamplePorts,
  config: Config,
  context: RequestContext,
): Promise<string> {
  if (await ports.facts.current()) return 'Facts: somebody has saved some already';
  const made = await ports.pictureMaker.make(picture(), Number.POSITIVE_INFINITY, 'portrait');
  if (made.isErr()) return `Facts: the sample portrait was rejected (${made.error.kind})`;
  const portrait = made.value;
  const { file } = config.liveFacts;
  const facts = layOver<OwnerFacts>(file, samples as object);
  const coach = { ...facts.coach, portrait: { ...facts.coach.portrait, file: portrait.key } };
  const saved = await saveFacts(ports, config.liveFacts, {
    actor: asOperator(),
    context,
    facts: { ...facts, coach },
    samples: Object.keys(samples) as FactName[],
    base: 0,
    portrait,
  });
  if (saved.isErr()) return `Facts: the samples were rejected (${saved.error.kind})`;
  return `Facts: ${coach.name}, a portrait and ${Object.keys(facts.prices).length} prices, marked as samples`;
}

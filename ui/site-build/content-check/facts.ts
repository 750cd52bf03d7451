import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, SiteConfig } from '@coachsite/adapters/contract';
import { isClaimFresh } from '@coachsite/core/company';
import { notationFinding } from './text-file.ts';

const file = 'ui/content/site.json';

/** The line that names a claim or a field. */
function lineOf(raw: string, name: string): number | undefined {
  const at = raw.indexOf(JSON.stringify(name));
  return at === -1 ? undefined : raw.slice(0, at).split('\n').length;
}

/**
 * Facts that do not fit their schema and claims without a basis are mistakes; a claim that must be checked again is a
 * reminder, as it may still hold. Source: docs/law-and-search.md#A2.
 */
export function checkFacts(
  content: string,
  now: number,
): {
  /** The facts, unless they are broken. */
  readonly site?: SiteConfig;
  readonly mistakes: readonly Finding[];
  readonly reminders: readonly Finding[];
} {
  const raw = readFileSync(join(content, 'site.json'), 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch (error) {
    return { mistakes: [notationFinding(file, raw, error)], reminders: [] };
  }
  const read = SiteConfig.safeParse(json);
  if (!read.success) {
    const mistakes = read.error.issues.map(({ path, message }) => {
      const names = path.filter((part) => typeof part === 'string');
      const line = lineOf(raw, String(names.at(-1) ?? ''));
      return { file, ...(line && { line }), message: `"${path.join('.')}": ${message}` };
    });
    return { mistakes, reminders: [] };
  }
  const site = read.data;
  const { claims } = site;
  const at = (id: string) => {
    const line = lineOf(raw, id);
    return { file, ...(line && { line }) };
  };
  return {
    site,
    mistakes: claims
      .filter(({ basis }) => basis.trim() === '')
      .map(({ id, value }) => ({
        ...at(id),
        message: `"${value}" (${id}) has no basis: write who measured it, or leave the claim out`,
      })),
    reminders: claims
      .filter(({ asOf }) => !isClaimFresh(Date.parse(asOf), now))
      .map(({ id, value, asOf }) => ({
        ...at(id),
        message: `"${value}" (${id}) was last checked on ${asOf}: check that it still holds, then change asOf`,
      })),
  };
}

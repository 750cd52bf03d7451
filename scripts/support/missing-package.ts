import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** What an operator does where a package is not installed, as a production install leaves the tools out. */
export const installAdvice = (name: string): string =>
  `The package ${name} is not installed: run npm ci in this folder. A server runs without the tools that build and test the site (docs/operations.md#starting-without-the-build-tools)`;

/**
 * A sentence about an import that failed because a package or folder is missing: a container image has none of those
 * for developers. `undefined` for any other error, also for a missing file of this project.
 */
export function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return;
  // A package is named, or is a folder that lacks the file to load.
  const [, named = ''] = /^Cannot find (?:package|module) '([^']+)'/.exec(error.message) ?? [];
  const [own = '', inPackages = own] = named.split(/\bnode_modules[/\\](?!.*\bnode_modules\b)/);
  const [name] = /^(@[\w.-]+[/\\])?[\w.-]+/.exec(inPackages) ?? [];
  if (name !== undefined) return installAdvice(name);
  if (own === '' || existsSync(dirname(own))) return;
  return `There is no folder ${dirname(own)}, as in a container image: run this command in a checkout`;
}

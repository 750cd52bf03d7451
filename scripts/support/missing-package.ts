/** The name of the package that an import did not find; `undefined` for any other error, a missing file of this project too. */
function packageOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return;
  // A package is named, or is a folder that lacks the file to load.
  const [, named = ''] = /^Cannot find (?:package|module) '([^']+)'/.exec(error.message) ?? [];
  const inPackages = named.split(/\bnode_modules[/\\]/).pop() ?? '';
  return /^(@[\w.-]+[/\\])?[\w.-]+/.exec(inPackages)?.[0];
}

/** What an operator does where a package is not installed, as a production install leaves the tools out. */
export const installAdvice = (name: string): string =>
  `The package ${name} is not installed: run npm ci in this folder. A server runs without the tools that build and test the site (docs/operations.md#starting-without-the-build-tools)`;

/** A sentence about an error that says that a package is missing; `undefined` for any other error. */
export function missingPackage(error: unknown): string | undefined {
  const name = packageOf(error);
  return name === undefined ? undefined : installAdvice(name);
}

// Starts a script of this folder: `node scripts/run.mjs admin.ts create …`.
// Stays free of static imports and of syntax newer than Node 16, so that an old Node gets a sentence, not a crash.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node 22.18 or newer is needed (found ${process.version}). Run "npm ci" first: on Linux it brings one.`,
  );
  process.exit(1);
}
// Halves the time of a command from its second run on. Others cannot write to this folder, as they can to /tmp.
const { enableCompileCache } = await import('node:module');
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compiled`);
const [script] = process.argv.splice(2, 1);
try {
  await import(`./${script}`);
} catch (error) {
  const { missingPackage } = await import('./support/missing-package.ts');
  const advice = missingPackage(error);
  if (advice === undefined) throw error;
  console.error(advice);
  process.exitCode = 1;
}

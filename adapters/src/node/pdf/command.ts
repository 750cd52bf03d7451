import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./inspection.ts', import.meta.url));
const parser = import.meta.resolve('unpdf');
const heapLimitMb = 192;

/** What the process may read: this folder, and the package of the parser. */
const readable = [dirname(program), join(dirname(fileURLToPath(parser)), '..')];

/**
 * The program that inspects a PDF from a stranger, with its parameters. It may read its own code, and neither other
 * files, write any, nor start a program. Source: docs/security.md#UP-4.
 */
export const inspectionCommand: readonly [string, ...string[]] = [
  process.execPath,
  '--permission',
  '--allow-worker',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  `--max-old-space-size=${heapLimitMb}`,
  program,
  // By its file: a package may be a link, as pnpm makes them, and the folder of the link may not be read.
  parser,
];

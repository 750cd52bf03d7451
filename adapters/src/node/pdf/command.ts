import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./inspection.ts', import.meta.url));
const heapLimitMb = 192;

/** What the process may read: this folder, and the package of the parser. */
const readable = [
  dirname(program),
  join(dirname(fileURLToPath(import.meta.resolve('unpdf'))), '..'),
];

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
];

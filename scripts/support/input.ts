import { createInterface } from 'node:readline';

let lines: AsyncIterator<string> | undefined;

/** A line without the mark that Windows writes before UTF-8. */
const withoutMark = (line: string) => line.replace(/^\uFEFF/, '');

/** The next line of standard input; `undefined` at its end. What is in an argument is visible in process lists. */
export async function nextInputLine(): Promise<string | undefined> {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const { value, done } = await lines.next();
  return done ? undefined : withoutMark(value);
}

/** Reads no more: open input would keep the command from ending. */
export const closeInput = (): void => void process.stdin.destroy();

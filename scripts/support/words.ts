import { singleLine } from '@coachsite/core/text';

/** `1 mistake`, `2 mistakes`. */
export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** A time in UTC, to the minute. */
export const minute = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 16);

/** Reverses the order of what follows, and so shows another text than there is. */
const turned = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that a stranger may have written, on one line and without what moves the cursor of a terminal. */
export const oneLine = (text: string): string => singleLine(text).replaceAll(turned, '');

/** The same as lines below another one, each indented. */
export const indentedLines = (text: string): readonly string[] =>
  text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => `    ${oneLine(line).trim()}`)
    .filter((line) => line.trim() !== '');

/** What a terminal would obey, also within JSON, as an escape of JSON. */
const escaped = (json: string) =>
  json.replaceAll(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Prints JSON, which may hold what strangers wrote. */
export const printJsonText = (json: string): void => printText(escaped(json));

/** Prints a text line by line: a disk that takes only a part of one fails at the next. */
function printText(text: string): void {
  for (const line of text.split('\n')) console.log(line);
}

/** Prints data for programs. Times in it are UTC, as in the calls of the site. */
export const printJson = (value: unknown): void => printJsonText(JSON.stringify(value, null, 2));

/** `1 mistake`, `2 mistakes`. */
export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** A time in UTC, to the minute. */
export const minute = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 16);

/** Prints a text line by line: a disk that takes only a part of one fails at the next. */
export function printText(text: string): void {
  for (const line of text.split('\n')) console.log(line);
}

/** Prints data for programs. Times in it are UTC, as in the calls of the site. */
export const printJson = (value: unknown) => printText(JSON.stringify(value, null, 2));

/** JSON of a value with its type in place of each text and number: what a stranger may compare in two responses. */
export const shapeOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'string' || typeof part === 'number' ? typeof part : part,
  );

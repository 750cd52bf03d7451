const codeForm = /^[A-Za-z0-9_.-]{1,60}$/;

function nameOf(error: Error): string {
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && codeForm.test(code) ? `${error.name} ${code}` : error.name;
}

/**
 * Names and codes of an error and its causes, the outermost first, and no messages: those of libraries quote claims,
 * addresses and responses. Source: docs/security.md#PR-1.
 */
export function errorNames(error: unknown): readonly string[] {
  const errors: string[] = [];
  let at = error;
  while (at instanceof Error && errors.length < 4) {
    errors.push(nameOf(at));
    at = at.cause;
  }
  return errors;
}

/**
 * What a log says of an error: its kind and where it happened. Its message and its other properties may quote the
 * request (`input` of an invalid URL, `received` of a check). Source: docs/security.md#PR-1.
 */
export function loggedError(error: unknown): {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
} {
  // Some tools make a list of it.
  const stackOf: unknown = error instanceof Error ? error.stack : undefined;
  const frames = typeof stackOf === 'string' ? stackOf.split('\n') : [];
  const stack = frames.filter((line) => /^\s+at /.test(line));
  return { type: 'Error', message: errorNames(error).join(' < '), stack: stack.join('\n') };
}

/**
 * Text that is safe for stores and mails: lone surrogates replaced, line ends as `\n`, and no control characters
 * except line end and tab.
 */
export function plainText(input: string): string {
  return (
    input
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '')
  );
}

/** Plain text on one line, fit for a mail header. Source: docs/security.md#CF-2. */
export function singleLine(input: string): string {
  return plainText(input).replace(/[\n\t\u2028\u2029]+/g, ' ');
}

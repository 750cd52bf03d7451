const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is a UUID in lower case with hyphens. */
export function isUuid(text: string): boolean {
  return form.test(text);
}

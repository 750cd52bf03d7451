/** The body and headers of a JSON request. */
export const json = (
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The body and headers of a form that a browser posts without JavaScript. */
export const form = (
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit => ({
  method: 'POST',
  headers,
  body: new URLSearchParams(fields),
  redirect: 'manual',
});

import { plainText } from '../text/index.ts';

/** A browser's report of a rendering error. Source: docs/rules.md#7. */
export interface ErrorReport {
  readonly message: string;
  /** Empty when the browser gives none. */
  readonly stack: string;
  /** Without query and fragment, which may contain secrets. */
  readonly url: string;
  readonly userAgent: string;
  /** Where in the tree of components it happened; empty outside of one. */
  readonly componentStack: string;
}

/** Maximum length of each field, in UTF-16 units. Source: docs/security.md#CL-1. */
export const reportLimits: Readonly<Record<keyof ErrorReport, number>> = {
  message: 1000,
  stack: 4000,
  url: 200,
  userAgent: 300,
  componentStack: 4000,
};

/** Text of at most `length` units, truncated before it is cleaned to bound the work. */
function bounded(value: unknown, length: number): string {
  return typeof value === 'string' ? plainText(value.slice(0, length)) : '';
}

/**
 * Normalises an untrusted report: fields are truncated, never rejected; missing fields and non-strings become empty.
 * Source: docs/security.md#CL-1, docs/security.md#CL-2.
 */
export function boundReport(
  input: Readonly<Partial<Record<keyof ErrorReport, unknown>>>,
): ErrorReport {
  const url = typeof input.url === 'string' ? input.url.split(/[?#]/, 1)[0] : '';
  return {
    message: bounded(input.message, reportLimits.message),
    stack: bounded(input.stack, reportLimits.stack),
    url: bounded(url, reportLimits.url),
    userAgent: bounded(input.userAgent, reportLimits.userAgent),
    componentStack: bounded(input.componentStack, reportLimits.componentStack),
  };
}

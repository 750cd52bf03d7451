import { useEffect } from 'react';
import { reportError } from '../document/report-error.ts';

/** Tells the server about an error that a boundary shows. Source: docs/rules.md#7. */
export function useErrorReport(error: unknown, componentStack?: string) {
  useEffect(() => reportError(error, componentStack), [error, componentStack]);
}

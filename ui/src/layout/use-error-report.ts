import { useEffect } from 'react';
import { reportError } from '../document/report-error.ts';

/** Reports an error that a boundary shows to the server. Source: docs/rules.md#7. */
export function useErrorReport(error: unknown, componentStack?: string) {
  useEffect(() => reportError(error, componentStack), [error, componentStack]);
}

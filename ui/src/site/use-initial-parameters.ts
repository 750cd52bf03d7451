import { useLayoutEffect, useState } from 'react';
import { clearInitialUrl, readInitialParameters } from '../browser/initial-url.ts';

/** The parameters the page was opened with; undefined until the app runs. `secret` also removes them from the address bar. */
export function useInitialParameters(
  kind: 'plain' | 'secret' = 'plain',
): URLSearchParams | undefined {
  const [parameters, setParameters] = useState<URLSearchParams>();
  // Before a press that waited for the app is repeated.
  useLayoutEffect(() => {
    // Read now: React may run an updater only after the URL is cleared.
    const read = readInitialParameters();
    setParameters((known) => known ?? read);
    if (kind === 'secret') clearInitialUrl();
  }, [kind]);
  return parameters;
}

import { useEffect, useState } from 'react';
import { forgetArrival, readArrival } from '../browser/arrival.ts';

/** What the page was opened with, undefined until the app runs; what is `secret` leaves the address bar. */
export function useArrival(kind: 'plain' | 'secret' = 'plain'): URLSearchParams | undefined {
  const [arrival, setArrival] = useState<URLSearchParams>();
  useEffect(() => {
    // Read now: React may run an updater only after the address is emptied.
    const read = readArrival();
    setArrival((known) => known ?? read);
    if (kind === 'secret') forgetArrival();
  }, [kind]);
  return arrival;
}

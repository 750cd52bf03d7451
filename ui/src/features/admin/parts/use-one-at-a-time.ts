import { useRef, useState } from 'react';

/**
 * Runs work on one item of a list at a time; a second press meanwhile does nothing. Returns the id of the busy item.
 */
export function useOneAtATime<Id>(work: (id: Id) => Promise<void>) {
  const [busyId, setBusyId] = useState<Id>();
  const isUnderWay = useRef(false);
  const run = async (id: Id) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusyId(() => id);
    await work(id);
    isUnderWay.current = false;
    setBusyId(undefined);
  };
  return { busyId, run: (id: Id) => void run(id) };
}

import { useEffect, useState } from 'react';
import { canUsePasskeys } from '../../browser/passkey-support.ts';

/** Whether this browser and device can keep a passkey; undefined until it is known. */
export function useCanUsePasskeys(): boolean | undefined {
  const [can, setCan] = useState<boolean>();
  useEffect(() => {
    let isHere = true;
    void canUsePasskeys().then((answer) => {
      if (isHere) setCan(answer);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return can;
}

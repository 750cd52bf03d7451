import type { CountedNetwork } from '@coachsite/core/rate-limit';

/** Counts what the clients hold at the moment, by network. */
export interface NetworkTally {
  /** Counts one more, unless one of the networks has as many as it may; the returned function takes it back. */
  readonly enter: (networks: readonly CountedNetwork[]) => (() => void) | undefined;
}

/** At most `limit` for each client, and the shares of the wider networks. Source: docs/security.md#LK-7. */
export function networkTally(limit: number): NetworkTally {
  const counts = new Map<string, number>();
  const leave = (network: string) => {
    const left = (counts.get(network) ?? 1) - 1;
    if (left > 0) counts.set(network, left);
    else counts.delete(network);
  };
  return {
    enter: (networks) => {
      const isFull = networks.some(
        ({ network, share }) => (counts.get(network) ?? 0) >= limit * share,
      );
      if (isFull) return undefined;
      for (const { network } of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        for (const { network } of networks) leave(network);
      };
    },
  };
}

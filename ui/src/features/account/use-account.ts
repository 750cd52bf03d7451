import type { AccountChange, ApiError, AuthUser } from '@coachsite/adapters/browser';
import type { Result } from 'neverthrow';
import { useRef, useState } from 'react';
import { auth, keeper } from '../../session/compose.ts';
import { useVisitor } from '../../session/visitor.ts';

/** The account on this page: the user as last returned by the server, and functions to change them. */
export interface Account {
  readonly user: AuthUser;
  /** Reads the user again after another change to them. */
  readonly reload: () => Promise<void>;
  readonly change: (change: AccountChange) => Promise<Result<AuthUser, ApiError>>;
}

/**
 * Changes the account and keeps the server's response, here and in the stored session. Each call waits for the one
 * before: a response that is overtaken would bring back what has changed since.
 */
export function useAccount(): Account {
  const [user, setUser] = useState(useVisitor().user);
  const keep = (changed: AuthUser) => {
    setUser(changed);
    keeper.change({ user: changed }, 'user_updated');
  };
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const inTurn = (call: () => Promise<Result<AuthUser, ApiError>>) => {
    const kept = last.current.then(call).then((said) => {
      if (said.isOk()) keep(said.value);
      return said;
    });
    last.current = kept;
    return kept;
  };
  return {
    user,
    reload: async () => {
      await inTurn(auth.user);
    },
    change: (change) => inTurn(() => auth.changeUser(change, location.origin)),
  };
}

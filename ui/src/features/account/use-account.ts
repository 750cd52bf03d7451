import type { AccountChange, ApiError, AuthUser } from '@coachsite/adapters/browser';
import type { Result } from 'neverthrow';
import { useState } from 'react';
import { auth, keeper } from '../../session/compose.ts';
import { useVisitor } from '../../session/visitor.ts';

/** The account on this page: the user as last returned by the server, and functions to change them. */
export interface Account {
  readonly user: AuthUser;
  /** Reads the user again after another change to them. */
  readonly reload: () => Promise<void>;
  readonly change: (change: AccountChange) => Promise<Result<AuthUser, ApiError>>;
}

/** Changes the account and keeps the server's response, here and in the stored session. */
export function useAccount(): Account {
  const [user, setUser] = useState(useVisitor().user);
  const keep = (changed: AuthUser) => {
    setUser(changed);
    keeper.change({ user: changed }, 'user_updated');
  };
  return {
    user,
    reload: async () => {
      const found = await auth.user();
      if (found.isOk()) keep(found.value);
    },
    change: async (change) => {
      const changed = await auth.changeUser(change, location.origin);
      if (changed.isOk()) keep(changed.value);
      return changed;
    },
  };
}

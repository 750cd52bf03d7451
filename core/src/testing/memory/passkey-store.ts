import { type Err, err } from 'neverthrow';
import type { User, UserStore } from '../../account/index.ts';
import type {
  CredentialExistsError,
  Passkey,
  PasskeyChallenge,
  PasskeyState,
  PasskeyStore,
} from '../../passkey/index.ts';
import { byValue } from './by-value.ts';

/** A `PasskeyStore` in memory; `users` are the accounts, in memory too: their rules run at once. */
export function memoryPasskeyStore(users: UserStore): PasskeyStore {
  let passkeys: readonly Passkey[] = [];
  const challenges = new Map<string, PasskeyChallenge>();
  const ofUser = (userId: string) =>
    passkeys
      .filter((passkey) => passkey.userId === userId)
      .toSorted((a, b) => a.createdAt - b.createdAt);
  const stateOf = ({ id, securityStamp }: User): PasskeyState => ({
    securityStamp,
    passkeys: ofUser(id),
  });
  return byValue<PasskeyStore>({
    ofUser: async (userId) => ofUser(userId),
    byCredentialId: async (credentialId) =>
      passkeys.find((passkey) => passkey.credentialId === credentialId),
    add: async (passkey, rule) => {
      const outcomes: Array<ReturnType<typeof rule> | Err<never, CredentialExistsError>> = [];
      await users.change(passkey.userId, (user) => {
        const allowed = rule(stateOf(user));
        const isTaken = passkeys.some(({ credentialId }) => credentialId === passkey.credentialId);
        const outcome =
          allowed.isOk() && isTaken
            ? err({ kind: 'webauthn_credential_exists' } as const)
            : allowed;
        if (outcome.isOk()) passkeys = [...passkeys, passkey];
        outcomes.push(outcome);
        return user;
      });
      return outcomes[0];
    },
    change: async (userId, rule) => {
      const results: Array<ReturnType<typeof rule>['result']> = [];
      await users.change(userId, (user) => {
        const { passkeys: next, result } = rule(stateOf(user));
        passkeys = [...passkeys.filter((passkey) => passkey.userId !== userId), ...next];
        results.push(result);
        return user;
      });
      return results[0];
    },
    clear: async (userId) => {
      const gone = ofUser(userId);
      passkeys = passkeys.filter((passkey) => passkey.userId !== userId);
      return gone;
    },
    begin: async (challenge) => void challenges.set(challenge.id, challenge),
    take: async (id) => {
      const taken = challenges.get(id);
      challenges.delete(id);
      return taken;
    },
    sweep: async (now) => {
      const over = [...challenges.values()].filter(({ expiresAt }) => expiresAt <= now);
      for (const { id } of over) challenges.delete(id);
      return over.length;
    },
  });
}

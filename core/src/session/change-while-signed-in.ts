import type { TakenError, User, UserStore } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import type { CurrentUser } from './identify-user.ts';
import type { SessionStore } from './ports.ts';
import type { SignInEndedError } from './start-session.ts';

/** A change of the account of a session. */
interface SignedInChange {
  /** The account, as it was read before the session was found. */
  readonly user: User;
  /** The session that asks for it. */
  readonly session: Pick<CurrentUser['session'], 'id'>;
  /** What the account becomes; pure, as it may run more than once. */
  readonly rule: (current: User) => User;
}

/**
 * Changes the account of a session, unless that session has ended meanwhile. A new password, or a take-over by a new
 * admin, ends it, and a request whose hash is still being computed must not undo that. Whatever ends sessions also
 * changes the stamp of the account, so an account with the same stamp as before still belongs to the user. `user` was
 * read before the session was. Errors: those of `UserStore.change`; `session_not_found`. Source:
 * docs/security.md#SE-16, docs/security.md#PW-8, docs/security.md#BT-5.
 */
export async function changeWhileSignedIn(
  ports: { readonly users: UserStore; readonly sessions: Pick<SessionStore, 'byId'> },
  { user, session, rule }: SignedInChange,
): Promise<Result<User | undefined, TakenError | SignInEndedError>> {
  let known = user.securityStamp;
  for (;;) {
    let found = known;
    const changed = await ports.users.change(user.id, (current) => {
      found = current.securityStamp;
      return found === known ? rule(current) : current;
    });
    if (changed.isErr()) return err(changed.error);
    if (found === known) return ok(changed.value);
    if (!(await ports.sessions.byId(session.id))) return err({ kind: 'session_not_found' });
    known = found;
  }
}

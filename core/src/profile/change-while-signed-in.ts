import type { TakenError, User, UserStore } from '../account/index.ts';
import { err, ok, type Result } from '../kernel/index.ts';
import type { CurrentUser, SessionStore } from '../session/index.ts';

/** The session ended while its request was handled. */
interface EndedError {
  readonly kind: 'session_not_found';
}

/**
 * Changes the account of a session, unless that session ended meanwhile: a new password, or a new admin who takes the
 * account over, ends it, and a request whose hash is still being computed must not undo that. Whoever ends the sessions
 * also changes the password, so an account with the password of before is still the user's. Errors: those of
 * `UserStore.change`; `session_not_found`. Source: docs/security.md#PW-8, docs/security.md#BT-5.
 */
export async function changeWhileSignedIn(
  ports: { readonly users: UserStore; readonly sessions: Pick<SessionStore, 'byId'> },
  { user, session }: CurrentUser,
  rule: (current: User) => User,
): Promise<Result<User | undefined, TakenError | EndedError>> {
  let known = user.passwordHash;
  for (;;) {
    let found = known;
    const changed = await ports.users.change(user.id, (current) => {
      found = current.passwordHash;
      return found === known ? rule(current) : current;
    });
    if (changed.isErr()) return err(changed.error);
    if (found === known) return ok(changed.value);
    if (!(await ports.sessions.byId(session.id))) return err({ kind: 'session_not_found' });
    known = found;
  }
}

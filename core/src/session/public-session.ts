import { type PublicUser, publicUser } from '../account/index.ts';
import type { GrantedSession } from './session.ts';

/** A session as its owner gets it: the tokens, and the fields of the account that its owner may see. */
export interface PublicSession
  extends Pick<
    GrantedSession,
    'accessToken' | 'refreshToken' | 'expiresInSeconds' | 'expiresAtSeconds'
  > {
  /** Without its hash and its stamp. */
  readonly user: PublicUser;
}

/**
 * What a response to the client that signs in or refreshes may contain of its session: not the stored key and hash of its
 * refresh tokens. The tokens are secrets of that client, so keep the response out of logs and caches.
 */
export function publicSession(granted: GrantedSession): PublicSession {
  return {
    accessToken: granted.accessToken,
    refreshToken: granted.refreshToken,
    expiresInSeconds: granted.expiresInSeconds,
    expiresAtSeconds: granted.expiresAtSeconds,
    user: publicUser(granted.user),
  };
}

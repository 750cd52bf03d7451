-- Passkeys, and the challenges that authenticators sign; those of a sign-in are nobody's.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  aaguid TEXT,
  transports TEXT NOT NULL,
  is_backed_up INTEGER NOT NULL,
  friendly_name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  last_used_at_ms INTEGER
) STRICT;
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE passkey_challenges (
  id TEXT PRIMARY KEY,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  challenge TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at_ms);

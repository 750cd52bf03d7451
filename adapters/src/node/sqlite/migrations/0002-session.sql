CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  amr TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  refreshed_at_ms INTEGER,
  not_after_ms INTEGER,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  refresh_counter INTEGER NOT NULL,
  refresh_start INTEGER NOT NULL,
  refresh_key TEXT NOT NULL,
  refresh_hash TEXT NOT NULL,
  refresh_rotated_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE one_time_tokens (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  slot TEXT NOT NULL,
  type TEXT NOT NULL,
  address TEXT NOT NULL,
  link_hash TEXT UNIQUE,
  code_hash TEXT NOT NULL,
  misses INTEGER NOT NULL,
  vouches_for_password INTEGER NOT NULL,
  challenge TEXT,
  created_at_ms INTEGER NOT NULL,
  link_expires_at_ms INTEGER NOT NULL,
  code_expires_at_ms INTEGER NOT NULL,
  UNIQUE (user_id, slot)
) STRICT;
CREATE INDEX one_time_tokens_by_address ON one_time_tokens (address);

CREATE TABLE auth_codes (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  challenge TEXT NOT NULL,
  method TEXT NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

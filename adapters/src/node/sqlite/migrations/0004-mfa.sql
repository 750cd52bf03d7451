ALTER TABLE factors ADD COLUMN sealed_secret TEXT;
ALTER TABLE factors ADD COLUMN last_step INTEGER;

CREATE TABLE factor_challenges (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  factor_id TEXT NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL,
  code_hash TEXT,
  misses INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER
) STRICT;
CREATE INDEX factor_challenges_by_user ON factor_challenges (user_id);
CREATE INDEX factor_challenges_by_factor ON factor_challenges (factor_id);

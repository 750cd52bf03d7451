CREATE TABLE attempts (
  key BLOB PRIMARY KEY,
  times TEXT NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_expiry ON attempts (expires_at_ms);

CREATE TABLE lockouts (
  key BLOB PRIMARY KEY,
  failures INTEGER NOT NULL,
  last_failure_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX lockouts_by_time ON lockouts (last_failure_at_ms);

CREATE TABLE security_events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  at_ms INTEGER NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('server', 'client')),
  action_type TEXT NOT NULL,
  severity TEXT NOT NULL,
  user_id TEXT,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  details TEXT NOT NULL
) STRICT;
CREATE INDEX security_events_by_time ON security_events (at_ms);
CREATE INDEX security_events_by_source ON security_events (source, seq);
CREATE INDEX security_events_by_type ON security_events (action_type, seq);

-- The launches under way: who confirmed until `confirmed_until_ms` gets one mail. `per_hour`: null for all at once.
CREATE TABLE launches (
  program_id TEXT PRIMARY KEY,
  started_at_ms INTEGER NOT NULL,
  confirmed_until_ms INTEGER NOT NULL,
  per_hour INTEGER,
  released_at_ms INTEGER,
  is_paused INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

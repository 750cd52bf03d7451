-- Paths that people asked for and no page has; nothing about those who asked.
CREATE TABLE missed_paths (
  path TEXT PRIMARY KEY,
  misses INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Paths that people asked for and no page has; nothing about those who asked.
CREATE TABLE missed_paths (
  path TEXT COLLATE "C" PRIMARY KEY,
  misses BIGINT NOT NULL,
  last_at_ms BIGINT NOT NULL
);

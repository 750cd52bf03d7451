-- The owner's facts as an admin saved them, laid over the configuration file; the last versions are kept.
CREATE TABLE facts_version (
  -- Never used again, so that a process notices each change by the highest one.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  saved_at_ms INTEGER NOT NULL,
  saved_by TEXT,
  overlay TEXT NOT NULL CHECK (json_valid(overlay))
) STRICT;

-- The sizes of the portraits that kept versions name.
CREATE TABLE portrait_file (
  key TEXT NOT NULL,
  width INTEGER NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('avif', 'jpg')),
  bytes BLOB NOT NULL,
  PRIMARY KEY (key, width, format)
) STRICT, WITHOUT ROWID;

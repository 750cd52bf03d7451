-- The kept versions of the e-book. The highest activation is the active one, so switching is one statement.
CREATE TABLE ebook_version (
  id TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  pages INTEGER,
  uploaded_at_ms INTEGER NOT NULL,
  activation INTEGER NOT NULL UNIQUE
) STRICT;

-- One row per download: when, and on which day in Brussels. Nothing about the person.
CREATE TABLE ebook_download (
  downloaded_at_ms INTEGER NOT NULL,
  day TEXT NOT NULL
) STRICT;

-- The same, added up per day: what the statistics read.
CREATE TABLE ebook_download_day (
  day TEXT PRIMARY KEY,
  downloads INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Each download was stored in a row that nothing read; the sums per day stay.
DROP TABLE ebook_download;
-- Last run of the clean-up, at a time that the clock has earned trust for.
ALTER TABLE maintenance RENAME TO maintenance_before;
CREATE TABLE maintenance (
  task TEXT PRIMARY KEY CHECK (task IN ('backup', 'integrity_check', 'clean_up')),
  done_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO maintenance SELECT task, done_at_ms FROM maintenance_before;
DROP TABLE maintenance_before;
-- The bound of each member's rows in the security log.
CREATE INDEX security_events_by_user ON security_events (user_id, seq) WHERE user_id IS NOT NULL;

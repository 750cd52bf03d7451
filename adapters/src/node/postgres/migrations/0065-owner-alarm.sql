-- What the processes told the owner of what is wrong with the site, in one row.
CREATE TABLE owner_alarm (
  only_row INTEGER PRIMARY KEY CHECK (only_row IN (1)),
  number BIGINT NOT NULL,
  content TEXT NOT NULL
);
-- Also the audit, and the last failure of what the system runs.
ALTER TABLE maintenance RENAME TO maintenance_before;
CREATE TABLE maintenance (
  task TEXT PRIMARY KEY
    CHECK (task IN ('backup', 'backup_failed', 'integrity_check', 'clean_up', 'audit', 'audit_failed')),
  done_at_ms BIGINT NOT NULL
);
INSERT INTO maintenance SELECT task, done_at_ms FROM maintenance_before;
DROP TABLE maintenance_before;

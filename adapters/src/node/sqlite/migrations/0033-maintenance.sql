-- When each task of the operator and of the jobs was last done: the last backup, the last full check.
CREATE TABLE maintenance (
  task TEXT PRIMARY KEY CHECK (task IN ('backup', 'integrity_check')),
  done_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX users_by_new_phone ON users (new_phone) WHERE new_phone IS NOT NULL;

CREATE TABLE sms_queue (
  id TEXT PRIMARY KEY,
  content TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  due_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sms_queue_by_due ON sms_queue (due_at_ms);

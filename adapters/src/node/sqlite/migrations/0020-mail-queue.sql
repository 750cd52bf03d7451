-- The durable queue of outgoing mails. `content` is the mail as JSON; it is emptied once the mail is sent.
CREATE TABLE mail_queue (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  content TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  failures INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT '',
  enqueued_at_ms INTEGER NOT NULL,
  due_at_ms INTEGER NOT NULL,
  sent_at_ms INTEGER
) STRICT;

CREATE INDEX mail_queue_due ON mail_queue (due_at_ms) WHERE state = 'waiting';

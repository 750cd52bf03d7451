-- Messages of the contact form. `notice` says how the coach is notified: a mail of its own, one mail about several,
-- still waiting for that one, or not at all (spam).
CREATE TABLE contact_messages (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  subject TEXT NOT NULL,
  message TEXT NOT NULL,
  language TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('new', 'answered', 'archived', 'spam')),
  flagged INTEGER NOT NULL,
  notice TEXT NOT NULL CHECK (notice IN ('mailed', 'bundled', 'waiting', 'none')),
  received_at_ms INTEGER NOT NULL,
  answered_at_ms INTEGER,
  changed_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX contact_messages_received ON contact_messages (received_at_ms);
CREATE INDEX contact_messages_waiting ON contact_messages (received_at_ms) WHERE notice = 'waiting';

-- The waiting lists of programs, with the proof of each request.
CREATE TABLE interests (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  program_id TEXT NOT NULL,
  language TEXT NOT NULL,
  text_version TEXT NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  confirmed_at_ms INTEGER,
  UNIQUE (email, program_id)
) STRICT;

-- The links in their mails. A link outlives its interest, so that following it twice is no error.
CREATE TABLE interest_links (
  digest TEXT PRIMARY KEY,
  interest_id TEXT REFERENCES interests (id) ON DELETE SET NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('confirm', 'unsubscribe')),
  until_ms INTEGER,
  used_at_ms INTEGER,
  made_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX interest_links_interest ON interest_links (interest_id);

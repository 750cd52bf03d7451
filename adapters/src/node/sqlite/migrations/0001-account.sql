CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT UNIQUE,
  phone TEXT UNIQUE,
  password_hash TEXT,
  email_confirmed_at_ms INTEGER,
  phone_confirmed_at_ms INTEGER,
  confirmation_sent_at_ms INTEGER,
  recovery_sent_at_ms INTEGER,
  new_email TEXT,
  email_change_sent_at_ms INTEGER,
  email_change_confirmed_by TEXT CHECK (email_change_confirmed_by IN ('current', 'new')),
  new_phone TEXT,
  phone_change_sent_at_ms INTEGER,
  reauthentication_sent_at_ms INTEGER,
  invited_at_ms INTEGER,
  last_sign_in_at_ms INTEGER,
  banned_until_ms INTEGER,
  is_anonymous INTEGER NOT NULL,
  metadata TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE identities (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  subject TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  last_sign_in_at_ms INTEGER,
  UNIQUE (provider, subject)
) STRICT;
CREATE INDEX identities_by_user ON identities (user_id);

CREATE TABLE user_roles (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('admin')),
  granted_at_ms INTEGER NOT NULL,
  PRIMARY KEY (user_id, role)
) STRICT;

CREATE TABLE factors (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type TEXT NOT NULL CHECK (type IN ('totp', 'phone')),
  status TEXT NOT NULL CHECK (status IN ('unverified', 'verified')),
  friendly_name TEXT,
  phone TEXT,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  last_challenged_at_ms INTEGER
) STRICT;
CREATE INDEX factors_by_user ON factors (user_id);

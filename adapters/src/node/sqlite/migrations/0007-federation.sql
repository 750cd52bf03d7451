-- SAML users have a namespace of their own: their e-mail address is not in the unique column.
ALTER TABLE users ADD COLUMN sso_email TEXT;

CREATE TABLE flow_states (
  hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('oidc', 'saml')),
  provider TEXT NOT NULL,
  redirect_to TEXT NOT NULL,
  challenge TEXT,
  browser_hash TEXT,
  link_session_id TEXT,
  secret TEXT NOT NULL,
  nonce TEXT NOT NULL,
  used INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE used_assertions (
  hash TEXT PRIMARY KEY,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE auth_codes ADD COLUMN provider TEXT;
ALTER TABLE auth_codes ADD COLUMN not_after_ms INTEGER;
ALTER TABLE auth_codes ADD COLUMN provider_tokens TEXT;
